/** The props of every card of the rule editor. */
import type { RuleDraft } from '../model/draft';
import type { Problems } from '../model/problems';

export interface EditorPart {
  draft: RuleDraft;
  /** The problems to show: none before the first attempt to save. */
  problems: Problems;
  change: (patch: Partial<RuleDraft>) => void;
}
