/** The state of a rule and its most important facts. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RuleBody } from '../model/body';
import { ALERT_STATES } from '../../../sdk/alertStates';
import { RULES } from '../model/addresses';
import type { OneStatus } from '../model/rules';
import { durationText } from '../model/times';
import { Ago } from '../parts/Ago';
import { StateCounts } from '../parts/StateTag';
import { useZone } from '../parts/useZone';
import styles from './Detail.module.css';

export interface StateCardProps {
  rule: RuleBody;
  folder: string;
  interval: number | undefined;
  status: OneStatus | undefined;
}

export function StateCard({ rule, folder, interval, status }: StateCardProps): ReactNode {
  const timeZone = useZone();
  const { counts, lastEvaluation, evaluationSeconds } = status?.standing ?? {};
  const series = counts ? ALERT_STATES.reduce((sum, state) => sum + counts[state], 0) : 0;
  return (
    <dl className={styles.facts}>
      <Fact name="Folder">
        <Link href={`/dashboards/f/${rule.folderUID}`}>{folder}</Link>
      </Fact>
      <Fact name="Group">
        <Link href={`${RULES}?search=${encodeURIComponent(`"${rule.ruleGroup}"`)}`}>
          {rule.ruleGroup}
        </Link>
      </Fact>
      <Fact name="Last evaluation">
        {rule.isPaused ? 'Paused' : <Ago time={lastEvaluation} timeZone={timeZone} />}
        {interval !== undefined && <small>every {durationText(interval)}</small>}
      </Fact>
      {evaluationSeconds !== undefined && evaluationSeconds > 0 && (
        <Fact name="Evaluation time">
          {evaluationSeconds < 1
            ? `${Math.round(evaluationSeconds * 1000)} ms`
            : `${evaluationSeconds.toFixed(1)} s`}
        </Fact>
      )}
      {!rule.record && (
        <Fact name="Fires after">{rule.for === '0s' ? 'Immediately' : rule.for}</Fact>
      )}
      {!rule.record && (
        <Fact name={`${series.toLocaleString()} series`}>
          {counts && series > 0 ? (
            <span className={styles.tags}>
              <StateCounts counts={counts} />
            </span>
          ) : (
            'none'
          )}
        </Fact>
      )}
      {rule.record && (
        <Fact name="Writes">
          <code>{rule.record.metric}</code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
