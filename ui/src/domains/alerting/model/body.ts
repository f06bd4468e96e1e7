/** A rule as the provisioning API returns it: what the editor reads and writes. */
import type { EvaluatorAnswer, LevelAnswer, ProvisionedRule } from '../../../kernel/apiTypes';
import type { NotificationSettings, Recording, RuleQuery } from './rules';

export type NoDataState = ProvisionedRule['noDataState'];
export type ErrorState = ProvisionedRule['execErrState'];

export type Evaluator = EvaluatorAnswer;

/** One severity: the labels that it adds, and where it begins and ends. */
export type Level = LevelAnswer;

/** Several severities of one rule, the most severe first, instead of a condition. */
export type Thresholds = NonNullable<ProvisionedRule['thresholds']>;

/** New rules do not have these keys; null removes what the stored rule has. */
export type RuleBody = Omit<ProvisionedRule, keyof New | keyof Edited> & Partial<New> & Edited;

type New = Pick<
  ProvisionedRule,
  'id' | 'orgID' | 'labels' | 'annotations' | 'isPaused' | 'updated' | 'version'
>;

interface Edited {
  data: RuleQuery[];
  notification_settings?: NotificationSettings | null;
  record?: Recording | null;
}
