/** The alert rules that are firing now, for the home page. */
import type { ReactNode } from 'react';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { Card, ErrorState, LinkButton, SkeletonRows } from '../../../design';
import { stateCounts, type RuleStatus } from '../../../sdk/alertStates';
import { useRuleStatus } from '../../../sdk/alerts';
import { ACTIVE_ALERTS, ruleUrl } from '../model/addresses';
import { useFiringRules } from '../api';
import { StateCounts } from './StateTag';
import styles from './FiringNow.module.css';

const MOST = 8;
const EVERY_MS = 30_000;
const SHOWN = ['firing'] as const;

export function FiringNow(): ReactNode {
  const { data, error, refetch } = useRuleStatus(
    { state: 'firing', limit_alerts: 0, limit_rules: MOST, group_limit: MOST },
    EVERY_MS,
  );
  const total = useFiringRules();
  const rules = (data ?? []).flatMap((group) =>
    group.rules.map((rule) => ({ folder: group.file, rule })),
  );
  const hidden = Math.max(0, total - MOST);
  return (
    <Card
      title="Firing now"
      flush
      actions={
        <LinkButton size="sm" variant="ghost" href={ACTIVE_ALERTS}>
          Active alerts
        </LinkButton>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={1} />}
      {data && rules.length === 0 && (
        <p className={styles.none}>
          <CircleCheck size={16} aria-hidden /> No alert rules are firing.
        </p>
      )}
      <ul className={styles.list}>
        {rules.slice(0, MOST).map(({ folder, rule }) => (
          <li key={rule.uid ?? rule.name}>
            <FiringRule folder={folder} rule={rule} />
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Link href={ACTIVE_ALERTS}>
              {hidden.toLocaleString()} more {hidden === 1 ? 'rule' : 'rules'}
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

function FiringRule({ folder, rule }: { folder: string; rule: RuleStatus }): ReactNode {
  return (
    <>
      <Link href={rule.uid ? ruleUrl(rule.uid) : ACTIVE_ALERTS}>
        {rule.name}
        <small>{folder}</small>
      </Link>
      <StateCounts counts={stateCounts(rule)} states={SHOWN} />
    </>
  );
}
