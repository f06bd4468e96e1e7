/** The contact points with their integrations, the last delivery of each, and where they are used. */
import { useState, type ReactNode } from 'react';
import { Download, Lock, Plus, Send, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  LinkButton,
  PageBody,
  SearchInput,
  SkeletonRows,
  Tag,
  TopBar,
} from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useQueryState } from '../../../../kernel/location';
import { CONTACT_POINTS_EXPORT } from '../../model/exports';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { ExportButton, ExportDialog } from '../../parts/ExportDialog';
import { contactPointUrl, NEW_CONTACT_POINT } from '../addresses';
import { lockedReason } from '../parts/reasons';
import {
  useContactPoints,
  useDeleteContactPoint,
  useReceiverForms,
  type ContactPoint,
} from './api';
import { HealthLine } from './HealthLine';
import { formOf } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

export function ContactPointsPage(): ReactNode {
  const points = useContactPoints();
  const [text, setText] = useQueryState('search', '', { replace: true });
  const words = text.trim().toLowerCase();
  const shown = points.data?.filter(({ name, integrations }) =>
    `${name} ${integrations.map(({ type }) => type).join(' ')}`.toLowerCase().includes(words),
  );
  const add = can('alerting:write') && (
    <LinkButton href={NEW_CONTACT_POINT} variant="primary" icon={Plus}>
      New contact point
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title="Contact points"
        actions={
          <>
            {points.data && points.data.length > 0 && (
              <ExportButton name="all contact points" path={CONTACT_POINTS_EXPORT} />
            )}
            {add}
          </>
        }
        toolbar={<AlertingLinks />}
      />
      <PageBody>
        <div className={styles.stack}>
          <div className={look.filters}>
            <SearchInput
              label="Search contact points"
              placeholder="Search by name or type"
              value={text}
              onChange={setText}
            />
          </div>
          <Card flush>
            {points.isPending && <SkeletonRows />}
            {points.error && !points.data && (
              <ErrorState error={points.error} onRetry={() => void points.refetch()} />
            )}
            {shown?.length === 0 && (
              <div className={styles.empty}>
                <EmptyState
                  icon={Send}
                  title={words ? 'No matching contact points' : 'No contact points'}
                  actions={!words && add}
                >
                  A contact point is a set of integrations, such as e-mail or Slack, that
                  notifications are sent to. Add one, then select it in a notification policy or an
                  alert rule.
                </EmptyState>
              </div>
            )}
            {shown && shown.length > 0 && (
              <ul className={look.list} aria-label="Contact points">
                {shown.map((point) => (
                  <ContactPointItem key={point.name} point={point} />
                ))}
              </ul>
            )}
          </Card>
        </div>
      </PageBody>
    </>
  );
}

function ContactPointItem({ point }: { point: ContactPoint }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const forms = useReceiverForms().data ?? [];
  const locked = lockedReason(point.provenance, can('alerting:delete'), 'this contact point');
  return (
    <li className={look.item}>
      <div className={look.main}>
        <div className={look.head}>
          <Link href={contactPointUrl(point.name)}>{point.name}</Link>
          {point.provenance && <Tag icon={Lock}>Provisioned</Tag>}
          {point.usedBy.length === 0 && <Tag tone="warn">Unused</Tag>}
        </div>
        {point.integrations.map((each) => (
          <HealthLine
            key={each.uid}
            integration={each}
            name={formOf(forms, each.type)?.name ?? each.type}
          />
        ))}
        {point.usedBy.length > 0 && (
          <span className={look.dim} title={point.usedBy.join('\n')}>
            Used by: {listed(point.usedBy)}
          </span>
        )}
      </div>
      <div className={look.icons}>
        <IconButton
          icon={Download}
          label={`Export ${point.name}`}
          onClick={() => setExporting(true)}
        />
        {!locked && (
          <IconButton
            icon={Trash2}
            label={`Delete ${point.name}`}
            onClick={() => setDeleting(true)}
          />
        )}
      </div>
      {exporting && (
        <ExportDialog
          name={point.name}
          path={CONTACT_POINTS_EXPORT}
          query={{ name: point.name }}
          onClose={() => setExporting(false)}
        />
      )}
      {deleting && <DeleteContactPoint point={point} onClose={() => setDeleting(false)} />}
    </li>
  );
}

function listed(uses: readonly string[]): string {
  const rest = uses.length - 2;
  return uses.slice(0, 2).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export function DeleteContactPoint({
  point,
  onClose,
  onDone = onClose,
}: {
  point: ContactPoint;
  onClose: () => void;
  onDone?: () => void;
}): ReactNode {
  const remove = useDeleteContactPoint(onDone);
  const isUsed = point.usedBy.length > 0;
  return (
    <ConfirmDialog
      title={isUsed ? `${point.name} is in use` : `Delete ${point.name}?`}
      confirm={isUsed ? 'Close' : 'Delete contact point'}
      danger={!isUsed}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => (isUsed ? onClose() : remove.mutate(point.name))}
    >
      {isUsed ? (
        <>
          Select another contact point in these places first:
          <ul>
            {point.usedBy.map((use) => (
              <li key={use}>{use}</li>
            ))}
          </ul>
        </>
      ) : (
        'No policy and no rule uses it. Its secrets cannot be restored.'
      )}
    </ConfirmDialog>
  );
}
