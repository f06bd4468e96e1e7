/** Who is told of alerts of rules, and the data sources that are. */
import type { ReactNode } from 'react';
import { Send } from 'lucide-react';
import { Link } from 'wouter';
import { Card, ErrorState, Select, SkeletonRows, Tag } from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useAlertmanagers, useChoose, useHanding } from './api';
import { CHOICES, sentenceOf, type Choice } from './handing';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

/** Says so where the policies on the page are not asked for alerts of rules. */
export function PoliciesNotAsked(): ReactNode {
  const { data } = useHanding();
  if (data?.alertmanagersChoice !== 'external' || data.numExternalAlertmanagers === 0) return null;
  return (
    <p className={styles.note}>
      <Send size={15} aria-hidden /> Alerts of rules go to other Alertmanagers alone: see Who is
      told, below.
    </p>
  );
}

export function HandingCard(): ReactNode {
  const handing = useHanding();
  const choose = useChoose();
  const alertmanagers = useAlertmanagers();
  const chosen: Choice | '' = handing.data?.alertmanagersChoice ?? '';
  // What cannot be read is chosen anew.
  const options = chosen
    ? CHOICES
    : [{ value: '' as const, label: 'Choose', disabled: true }, ...CHOICES];
  return (
    <Card
      title="Who is told"
      subtitle="of alerts of rules"
      flush
      actions={
        can('alerting:write') &&
        !handing.isPending && (
          <Select<Choice | ''>
            size="sm"
            label="Who is told"
            value={chosen}
            options={options}
            disabled={choose.isPending}
            onChange={(choice) => choice && choose.mutate(choice)}
          />
        )
      }
    >
      {handing.isPending && <SkeletonRows rows={1} />}
      {handing.error && <ErrorState error={handing.error} onRetry={() => void handing.refetch()} />}
      {handing.data && <p className={look.item}>{sentenceOf(handing.data)}</p>}
      {handing.data &&
        handing.data.alertmanagersChoice !== 'external' &&
        handing.data.numExternalAlertmanagers > 0 && (
          <p className={look.item}>
            Once they alone are told, contact points hear that all that fires now is resolved.
          </p>
        )}
      <ul className={look.list} aria-label="Alertmanagers">
        {alertmanagers.map(({ uid, name, url, reason }) => (
          <li key={uid} className={look.item}>
            <div className={look.main}>
              <Link className={look.name} href={`/datasources/edit/${uid}`}>
                {name}
              </Link>
              <span>{reason ?? url}</span>
            </div>
            <Tag tone={reason ? 'crit' : 'ok'}>
              {reason ? 'Not handed alerts' : 'Handed alerts'}
            </Tag>
          </li>
        ))}
      </ul>
    </Card>
  );
}
