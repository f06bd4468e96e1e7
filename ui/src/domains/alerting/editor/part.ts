/** What every part of the rule editor gets. */
import type { RuleDraft } from '../model/draft';
import type { Problems } from '../model/problems';

export interface EditorPart {
  draft: RuleDraft;
  /** Those that are shown: none before the first try to save. */
  problems: Problems;
  change: (patch: Partial<RuleDraft>) => void;
}
