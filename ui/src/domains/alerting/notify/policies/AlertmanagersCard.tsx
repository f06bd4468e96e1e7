/** The Alertmanager choice of the organization, with the external Alertmanagers. */
import type { ReactNode } from 'react';
import { Send } from 'lucide-react';
import { Link } from 'wouter';
import { Card, ErrorState, Select, SkeletonRows, Tag } from '../../../../design';
import type { AlertmanagerChoice } from '../../../../kernel/apiTypes';
import { can } from '../../../../kernel/boot';
import { useExternalAlertmanagers, useSaveAlertmanagerChoice, useAlertmanagerChoice } from './api';
import { CHOICES, sentenceOf } from './alertmanagers';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

/** Warns if alerts of rules bypass the policies on the page. */
export function PoliciesBypassedNote(): ReactNode {
  const { data } = useAlertmanagerChoice();
  if (data?.alertmanagersChoice !== 'external' || data.numExternalAlertmanagers === 0) return null;
  return (
    <p className={styles.note}>
      <Send size={15} aria-hidden /> Alerts of rules are sent only to external Alertmanagers and
      bypass these policies. See Alertmanager below.
    </p>
  );
}

export function AlertmanagersCard(): ReactNode {
  const current = useAlertmanagerChoice();
  const choose = useSaveAlertmanagerChoice();
  const alertmanagers = useExternalAlertmanagers();
  const chosen: AlertmanagerChoice | '' = current.data?.alertmanagersChoice ?? '';
  // The stored choice may be unreadable; then a new one is selected.
  const options = chosen
    ? CHOICES
    : [{ value: '' as const, label: 'Select', disabled: true }, ...CHOICES];
  return (
    <Card
      title="Alertmanager"
      subtitle="receives the alerts of rules"
      flush
      actions={
        can('alerting:write') &&
        !current.isPending && (
          <Select<AlertmanagerChoice | ''>
            size="sm"
            label="Alertmanager"
            value={chosen}
            options={options}
            disabled={choose.isPending}
            onChange={(choice) => choice && choose.mutate(choice)}
          />
        )
      }
    >
      {current.isPending && <SkeletonRows rows={1} />}
      {current.error && <ErrorState error={current.error} onRetry={() => void current.refetch()} />}
      {current.data && <p className={look.item}>{sentenceOf(current.data)}</p>}
      {current.data &&
        current.data.alertmanagersChoice !== 'external' &&
        current.data.numExternalAlertmanagers > 0 && (
          <p className={look.item}>
            Selecting Only external sends resolved notifications for all firing alerts to the
            contact points.
          </p>
        )}
      <ul className={look.list} aria-label="External Alertmanagers">
        {alertmanagers.map(({ uid, name, url, reason }) => (
          <li key={uid} className={look.item}>
            <div className={look.main}>
              <Link className={look.name} href={`/datasources/edit/${uid}`}>
                {name}
              </Link>
              <span>{reason ?? url}</span>
            </div>
            <Tag tone={reason ? 'crit' : 'ok'}>
              {reason ? 'Receives no alerts' : 'Receives alerts'}
            </Tag>
          </li>
        ))}
      </ul>
    </Card>
  );
}
