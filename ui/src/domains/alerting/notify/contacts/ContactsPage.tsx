/** All contact points: through what they tell people, how they fare, and who uses them. */
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
import { CONTACTS_EXPORT } from '../../model/exports';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { ExportButton, ExportDialog } from '../../parts/ExportDialog';
import { contactUrl, NEW_CONTACT } from '../addresses';
import { lockedReason } from '../parts/reasons';
import { useContactPoints, useDeletePoint, useReceiverForms, type ContactPoint } from './api';
import { HealthLine } from './HealthLine';
import { formOf } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

export function ContactsPage(): ReactNode {
  const points = useContactPoints();
  const [text, setText] = useQueryState('search', '', { replace: true });
  const words = text.trim().toLowerCase();
  const shown = points.data?.filter(({ name, integrations }) =>
    `${name} ${integrations.map(({ type }) => type).join(' ')}`.toLowerCase().includes(words),
  );
  const add = can('alerting:write') && (
    <LinkButton href={NEW_CONTACT} variant="primary" icon={Plus}>
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
              <ExportButton name="all contact points" path={CONTACTS_EXPORT} />
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
              placeholder="Name or type"
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
                  title={words ? 'No contact point matches' : 'No contact points yet'}
                  actions={!words && add}
                >
                  A contact point is where alerts are told: an address, a chat, a pager. Policies
                  and rules send alerts to it.
                </EmptyState>
              </div>
            )}
            {shown && shown.length > 0 && (
              <ul className={look.list} aria-label="Contact points">
                {shown.map((point) => (
                  <PointItem key={point.name} point={point} />
                ))}
              </ul>
            )}
          </Card>
        </div>
      </PageBody>
    </>
  );
}

function PointItem({ point }: { point: ContactPoint }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const forms = useReceiverForms().data ?? [];
  const locked = lockedReason(point.provenance, can('alerting:delete'), 'this contact point');
  return (
    <li className={look.item}>
      <div className={look.main}>
        <div className={look.head}>
          <Link href={contactUrl(point.name)}>{point.name}</Link>
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
            In use: {listed(point.usedBy)}
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
          path={CONTACTS_EXPORT}
          query={{ name: point.name }}
          onClose={() => setExporting(false)}
        />
      )}
      {deleting && <DeletePoint point={point} onClose={() => setDeleting(false)} />}
    </li>
  );
}

function listed(uses: readonly string[]): string {
  const rest = uses.length - 2;
  return uses.slice(0, 2).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export function DeletePoint({
  point,
  onClose,
  onDone = onClose,
}: {
  point: ContactPoint;
  onClose: () => void;
  onDone?: () => void;
}): ReactNode {
  const remove = useDeletePoint(onDone);
  const isUsed = point.usedBy.length > 0;
  return (
    <ConfirmDialog
      title={isUsed ? `${point.name} is still used` : `Delete ${point.name}?`}
      confirm={isUsed ? 'Close' : 'Delete contact point'}
      danger={!isUsed}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => (isUsed ? onClose() : remove.mutate(point.name))}
    >
      {isUsed ? (
        <>
          Alerts would have nowhere to go. First change what sends there:
          <ul>
            {point.usedBy.map((use) => (
              <li key={use}>{use}</li>
            ))}
          </ul>
        </>
      ) : (
        'No policy and no rule sends alerts there. Its secrets are gone for good.'
      )}
    </ConfirmDialog>
  );
}
