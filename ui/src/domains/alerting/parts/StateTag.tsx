import type { ReactNode } from 'react';
import {
  Bell,
  BellRing,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  Clock3,
  DatabaseZap,
  type LucideIcon,
} from 'lucide-react';
import { Tag } from '../../../design';
import { ALERT_STATES, STATE_NAMES, STATE_TONES, type AlertState } from '../../../sdk/alertStates';
import type { ListedRule } from '../model/rules';

const ICONS: Record<AlertState, LucideIcon> = {
  firing: BellRing,
  recovering: Bell,
  pending: Clock3,
  error: CircleX,
  nodata: CircleHelp,
  normal: CircleCheck,
};

export function StateTag({ state, reason }: { state: AlertState; reason?: string }): ReactNode {
  return (
    <Tag tone={STATE_TONES[state]} icon={ICONS[state]} title={reason && `Reason: ${reason}`}>
      {STATE_NAMES[state]}
    </Tag>
  );
}

/** What a rule does at the moment. */
export function RuleStateTag({
  rule,
}: {
  rule: Pick<ListedRule, 'isPaused' | 'isRecording' | 'state' | 'lastEvaluation'>;
}): ReactNode {
  if (rule.isPaused) return <Tag icon={CirclePause}>Paused</Tag>;
  if (rule.isRecording) return <Tag icon={DatabaseZap}>Recording</Tag>;
  return rule.state && rule.lastEvaluation ? (
    <StateTag state={rule.state} />
  ) : (
    <Tag icon={Clock3}>Not evaluated yet</Tag>
  );
}

/** `2 firing, 1 pending`; nothing where there is none. */
export function StateCounts({
  counts,
  states = ALERT_STATES,
}: {
  counts: Record<AlertState, number>;
  states?: readonly AlertState[];
}): ReactNode {
  return states
    .filter((state) => counts[state] > 0)
    .map((state) => (
      <Tag key={state} tone={state === 'normal' ? 'mute' : STATE_TONES[state]}>
        {counts[state].toLocaleString()} {STATE_NAMES[state].toLowerCase()}
      </Tag>
    ));
}
