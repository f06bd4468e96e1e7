/** A rule as the provisioning API spells it: what the editor reads and writes. */
import type { Labels, NotificationSettings, Recording, RuleQuery } from './rules';

export type NoDataState = 'NoData' | 'Alerting' | 'OK' | 'KeepLast';
export type ErrorState = 'Error' | 'Alerting' | 'OK' | 'KeepLast';

export interface Evaluator {
  type: string;
  params: number[];
  /** The refId of a query that gives each series its own limit, in place of `params`. */
  from?: string;
}

/** One severity: the labels it adds, and from where on. */
export interface Level {
  labels: Labels;
  evaluator: Evaluator;
  /** Where it ends; only at the lowest level. */
  unloadEvaluator?: Evaluator;
}

/** Several severities in one rule, the severest first; they take the place of a condition. */
export interface Thresholds {
  of: string;
  levels: Level[];
}

export interface RuleBody {
  id?: number;
  uid: string;
  title: string;
  folderUID: string;
  ruleGroup: string;
  condition: string;
  data: RuleQuery[];
  noDataState: NoDataState;
  execErrState: ErrorState;
  for: string;
  keep_firing_for?: string;
  missing_series_evals_to_resolve?: number;
  labels?: Labels;
  annotations?: Labels;
  isPaused?: boolean;
  notification_settings?: NotificationSettings | null;
  record?: Recording | null;
  thresholds?: Thresholds | null;
  /** Whether an outage of a data source is told once for all its rules, or by each of them. */
  outage?: 'shared' | 'rule';
  provenance?: string;
  updated?: string;
  [key: string]: unknown;
}
