/** States of alert rules and their series. Pure. */
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

/** One series of a rule. */
export interface AlertInstance {
  labels: Record<string, string>;
  annotations?: Record<string, string>;
  /** `Alerting`, or with its reason: `Normal (NoData)`. */
  state: string;
  activeAt?: string;
  /** Of the condition, as written by the server. */
  value?: string;
  /** By refId; what is no finite number is a text. */
  values?: Record<string, number | string>;
  fingerprint?: string;
}

export interface RuleStatus {
  uid?: string;
  name: string;
  state: 'inactive' | 'pending' | 'firing' | 'recovering';
  health: 'ok' | 'nodata' | 'error' | 'unknown' | (string & {});
  lastError?: string;
  query?: string;
  /** Seconds. */
  duration?: number;
  type: 'alerting' | 'recording';
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  activeAt?: string;
  lastEvaluation?: string;
  /** Seconds. */
  evaluationTime?: number;
  alerts?: AlertInstance[];
  /** How many series are in which state, by its name in small letters. */
  totals?: Record<string, number>;
  isPaused?: boolean;
}

export interface GroupStatus {
  name: string;
  /** Title of the folder; of a file, where a source reports its own rules. */
  file: string;
  folderUid?: string;
  /** Seconds. */
  interval: number;
  lastEvaluation?: string;
  evaluationTime?: number;
  rules: RuleStatus[];
}

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
