/** The props of every card of the rule editor. */
import type { RuleDraft, RuleLogic } from '../model/draft';
import type { Problems } from '../model/problems';

export interface EditorPart<Draft = RuleDraft> {
  draft: Draft;
  /** The problems to show: none before the first attempt to save. */
  problems: Problems;
  change: (patch: Partial<RuleDraft>) => void;
}

/** Parts without the texts of the rule, which typing in them does not render again. */
export type LogicPart = EditorPart<RuleLogic>;
