import { memo, type ReactNode } from 'react';
import { CirclePause, CirclePlay, Lock, Send, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { IconButton, Tag } from '../../../design';
import { can } from '../../../kernel/boot';
import { usePauseRule } from '../api';
import { ruleUrl } from '../model/addresses';
import { readOnlyReason, type ListedRule } from '../model/rules';
import { Ago } from '../parts/Ago';
import { LabelList } from '../parts/LabelList';
import { RuleStateTag, StateCounts } from '../parts/StateTag';
import { ForeignRuleMenu, RuleMenu } from './RuleMenu';
import styles from './Rules.module.css';

export interface RuleRowProps {
  rule: ListedRule;
  timeZone: string;
  nameOfSource: (uid: string) => string;
}

const COUNTED = ['firing', 'recovering', 'pending', 'error', 'nodata'] as const;

/** Drawn again only for another state of the rule: lists of thousands are filtered while typing. */
export const RuleRow = memo(function RuleRow({
  rule,
  timeZone,
  nameOfSource,
}: RuleRowProps): ReactNode {
  const { uid, title, lastError } = rule;
  const why = rule.provenance ? readOnlyReason(rule.provenance, true) : undefined;
  return (
    <div className={styles.rule} data-rule={uid || undefined}>
      <span className={styles.state}>
        <RuleStateTag rule={rule} />
      </span>
      <div className={styles.what}>
        <span className={styles.name}>
          {uid ? <Link href={ruleUrl(uid)}>{title}</Link> : <span>{title}</span>}
          {why && (
            <span className={styles.lock} data-tip={why} role="img" aria-label={why}>
              <Lock size={13} />
            </span>
          )}
        </span>
        <LabelList labels={rule.labels} most={4} />
        {lastError && (
          <span className={styles.failure} title={lastError}>
            <TriangleAlert size={13} role="img" aria-label="Last evaluation failed" />
            <span>{lastError}</span>
          </span>
        )}
      </div>
      <span className={styles.counts}>
        <StateCounts counts={rule.counts} states={COUNTED} />
      </span>
      <span className={styles.source}>
        {rule.sourceUids.map(nameOfSource).join(', ')}
        {rule.receiver && (
          <Tag icon={Send} title="Notifies this contact point directly">
            {rule.receiver}
          </Tag>
        )}
      </span>
      <span className={styles.when}>
        {!rule.isPaused && <Ago time={rule.lastEvaluation} timeZone={timeZone} />}
      </span>
      <span className={styles.acts}>
        {uid && <PauseButton rule={rule} />}
        {uid && <RuleMenu rule={rule} />}
        {!uid && <ForeignRuleMenu rule={rule} />}
      </span>
    </div>
  );
});

function PauseButton({ rule }: { rule: ListedRule }): ReactNode {
  const pause = usePauseRule();
  if (!can('alerting:write') || readOnlyReason(rule.provenance, true)) return null;
  const { uid, title, isPaused } = rule;
  return (
    <IconButton
      size="sm"
      icon={isPaused ? CirclePlay : CirclePause}
      label={isPaused ? `Resume ${title}` : `Pause ${title}`}
      busy={pause.isPending}
      onClick={() => pause.mutate({ uid, paused: !isPaused })}
    />
  );
}
