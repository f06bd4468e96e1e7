/** The notification policy tree, a preview of routing, inhibition rules and Alertmanagers. */
import { useState, type ReactNode } from 'react';
import {
  Card,
  ConfirmDialog,
  ErrorState,
  PageBody,
  SkeletonRows,
  TopBar,
} from '../../../../design';
import { can } from '../../../../kernel/boot';
import { POLICIES_EXPORT } from '../../model/exports';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { ExportButton } from '../../parts/ExportDialog';
import { Locked } from '../parts/Locked';
import { Unreadable } from '../parts/Unreadable';
import { lockedReason } from '../parts/reasons';
import { usePolicies, useSavePolicies, type Explained, type StoredPolicies } from './api';
import { ExplainCard } from './ExplainCard';
import { AlertmanagersCard, PoliciesBypassedNote } from './AlertmanagersCard';
import { InhibitionRulesCard } from './InhibitionRulesCard';
import {
  addedBelow,
  changedAt,
  countBelow,
  inheritedAt,
  movedAt,
  policyAt,
  removedAt,
  type Place,
  type Policy,
} from './model';
import { PolicyDialog } from './PolicyDialog';
import { PolicyNode } from './PolicyNode';
import styles from '../../parts/Alerting.module.css';

export function PoliciesPage(): ReactNode {
  const policies = usePolicies();
  return (
    <>
      <TopBar
        title="Notification policies"
        actions={
          policies.data && <ExportButton name="the notification policies" path={POLICIES_EXPORT} />
        }
        toolbar={<AlertingLinks />}
      />
      <PageBody>
        <div className={styles.stack}>
          <Unreadable />
          <PoliciesBypassedNote />
          {policies.isPending && <SkeletonRows />}
          {policies.error && !policies.data && (
            <ErrorState error={policies.error} onRetry={() => void policies.refetch()} />
          )}
          {policies.data && <Policies stored={policies.data} />}
          <InhibitionRulesCard />
          <AlertmanagersCard />
        </div>
      </PageBody>
    </>
  );
}

type Doing = { what: 'add' | 'edit' | 'delete'; place: Place };

function Policies({ stored }: { stored: StoredPolicies }): ReactNode {
  const [doing, setDoing] = useState<Doing>();
  const [explained, setExplained] = useState<Explained>();
  const { provenance, version, ...root } = stored;
  const close = () => setDoing(undefined);
  const save = useSavePolicies(close);
  const reason = lockedReason(provenance, can('alerting:write'), 'the notification policies');
  const put = (next: Policy) => save.mutate({ root: next, version });
  const place = doing?.place ?? [];
  const policy = policyAt(root, place);
  return (
    <>
      <Locked reason={reason} />
      <ExplainCard version={version} onExplained={setExplained} />
      <Card
        title="Policies"
        subtitle="Alerts follow the first matching policy. The most specific match sends the notification."
      >
        <PolicyNode
          policy={root}
          place={[]}
          above={inheritedAt(root, [])}
          siblings={1}
          explained={explained}
          mayEdit={!reason}
          onDo={(what, at) =>
            what === 'up' || what === 'down'
              ? put(movedAt(root, at, what === 'up' ? -1 : 1))
              : setDoing({ what, place: at })
          }
        />
      </Card>
      {doing?.what === 'add' && (
        <PolicyDialog
          title="New nested policy"
          initial={{}}
          isRoot={false}
          above={inheritedAt(root, [...place, 0])}
          busy={save.isPending}
          error={save.error}
          onClose={close}
          onSave={(next) => put(addedBelow(root, place, next))}
        />
      )}
      {doing?.what === 'edit' && policy && (
        <PolicyDialog
          title={place.length === 0 ? 'Default policy' : 'Edit policy'}
          initial={policy}
          isRoot={place.length === 0}
          above={inheritedAt(root, place)}
          busy={save.isPending}
          error={save.error}
          onClose={close}
          onSave={(next) => put(changedAt(root, place, () => next))}
        />
      )}
      {doing?.what === 'delete' && policy && (
        <ConfirmDialog
          title="Delete this policy?"
          confirm="Delete policy"
          danger
          busy={save.isPending}
          onClose={close}
          onConfirm={() => put(removedAt(root, place))}
        >
          {countBelow(policy) > 0 &&
            `This also deletes ${countBelow(policy) === 1 ? 'its nested policy' : `its ${countBelow(policy)} nested policies`}. `}
          Its alerts are routed by the policies after it, or by its parent policy.
        </ConfirmDialog>
      )}
    </>
  );
}
