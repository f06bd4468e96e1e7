/** What every part of the rule editor gets. */
import type { RuleDraft, RuleLogic } from '../model/draft';
import type { Problems } from '../model/problems';

export interface EditorPart<Draft = RuleDraft> {
  draft: Draft;
  /** Those that are shown: none before the first try to save. */
  problems: Problems;
  change: (patch: Partial<RuleDraft>) => void;
}

/** Parts without the texts of the rule, which typing in them does not render again. */
export type LogicPart = EditorPart<RuleLogic>;
