/** States of alert rules and their series. Pure. */
import type {
  GroupStatus as StoredGroup,
  InstanceAnswer,
  RuleStatus as StoredStatus,
} from '../kernel/apiTypes';
import states from '../../../src/vedette/alerting/model/alert_states.json';

export type AlertState = 'firing' | 'recovering' | 'pending' | 'error' | 'nodata' | 'normal';

/** Names in the API, and labels, from the table that the server reads. Worst first. */
const TABLE: Readonly<Record<AlertState, { api: string; label: string }>> = {
  firing: states.firing,
  recovering: states.recovering,
  pending: states.pending,
  error: states.error,
  nodata: states.no_data,
  normal: states.normal,
};

/** Worst first. */
export const ALERT_STATES = Object.keys(TABLE) as readonly AlertState[];

export const STATE_NAMES = Object.fromEntries(
  ALERT_STATES.map((state) => [state, TABLE[state].label]),
) as Readonly<Record<AlertState, string>>;

export const STATE_TONES = {
  firing: 'crit',
  recovering: 'warn',
  pending: 'warn',
  error: 'crit',
  nodata: 'info',
  normal: 'ok',
} as const satisfies Record<AlertState, string>;

/** One series of a rule. Rules of data sources report less of it. */
export type AlertInstance = Pick<InstanceAnswer, 'labels' | 'state'> & Partial<InstanceAnswer>;

/** Durations in seconds. `health` of a rule of a data source can be any text. */
export type RuleStatus = Pick<StoredStatus, 'name' | 'type'> &
  Omit<Partial<StoredStatus>, 'health' | 'alerts'> & {
    health: StoredStatus['health'] | (string & {});
    alerts?: AlertInstance[];
  };

/** `file` is the title of the folder, or the file of a data source that reports its own rules. */
export type GroupStatus = Pick<StoredGroup, 'name' | 'file'> &
  Omit<Partial<StoredGroup>, 'rules' | 'interval'> & { interval: number; rules: RuleStatus[] };

const WORDS: Readonly<Record<string, AlertState>> = {
  ...Object.fromEntries(ALERT_STATES.map((state) => [TABLE[state].api.toLowerCase(), state])),
  firing: 'firing',
  active: 'firing',
  inactive: 'normal',
};

/** `Normal (NoData)` is normal, for the reason `NoData`. */
export function instanceState(text: string): { state: AlertState; reason: string } {
  const [, word = text, reason = ''] = /^(\w+)(?:\s*\((.*)\))?$/.exec(text.trim()) ?? [];
  return { state: WORDS[word.toLowerCase()] ?? 'normal', reason };
}

/** How many series of a rule are in each state. */
export function stateCounts({
  totals,
  alerts = [],
}: Pick<RuleStatus, 'totals' | 'alerts'>): Record<AlertState, number> {
  const counts: Record<AlertState, number> = {
    firing: 0,
    recovering: 0,
    pending: 0,
    error: 0,
    nodata: 0,
    normal: 0,
  };
  if (totals) {
    for (const [word, count] of Object.entries(totals)) {
      const state = WORDS[word.toLowerCase()];
      if (state) counts[state] += count;
    }
    return counts;
  }
  for (const alert of alerts) counts[instanceState(alert.state).state] += 1;
  return counts;
}

/** What a rule as a whole is called: its worst series; where it has none, what it last found. */
export function ruleState(status: RuleStatus): AlertState {
  if (status.state === 'firing') {
    const counts = stateCounts(status);
    if (counts.firing > 0 || (counts.error === 0 && counts.nodata === 0)) return 'firing';
  }
  if (status.state === 'recovering' || status.state === 'pending') return status.state;
  const counts = stateCounts(status);
  const worst = ALERT_STATES.find((state) => counts[state] > 0);
  if (worst && worst !== 'normal') return worst;
  if (status.health === 'error') return 'error';
  return status.health === 'nodata' ? 'nodata' : 'normal';
}
