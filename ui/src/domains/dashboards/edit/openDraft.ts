/** The draft of an opened dashboard. */
import type { OpenedDashboard } from '../session/useSession';
import { createDraftStore, type DraftStore } from './draft/store';

export async function openDraft({ stored, model }: OpenedDashboard): Promise<DraftStore> {
  return createDraftStore({ model, version: Number(stored.dashboard['version']) || 0 });
}
