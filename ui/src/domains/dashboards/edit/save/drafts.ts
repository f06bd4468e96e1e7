/** The drafts of this browser, for the editor and the pages that list them. */
import type { DashboardModel } from '../../../../data';
import { markDraft } from '../../model/draftMarks';
import { draftOwner, draftPlace } from '../../session/draftPlace';
import {
  loadDraft,
  listDrafts,
  persistDraft,
  pruneDrafts,
  removeAllDrafts,
  removeDraft,
  type Persistence,
  type StoredDraft,
} from '../draft/persist';
import { browserStorage, type DraftRecord, type DraftStorage } from '../draft/storage';
import type { DraftStore } from '../draft/store';
import { summarize } from '../model/describe';

/** Marks what is stored for pages that do not open the database. */
function marked(storage: DraftStorage): DraftStorage {
  return {
    ...storage,
    write: async (record, changed, removed) => {
      await storage.write(record, changed, removed);
      markDraft(record.key, true);
    },
    remove: async (keys) => {
      await storage.remove(keys);
      for (const key of keys) markDraft(key, false);
    },
  };
}

const storage = marked(browserStorage());

export const countChanges = (base: DashboardModel, model: DashboardModel): number =>
  summarize(base, model).count;

export function keepDraft(store: DraftStore, uid: string, resumed?: DashboardModel): Persistence {
  void pruneDrafts(storage).catch(() => undefined);
  return persistDraft({ store, storage, place: draftPlace(uid), countChanges, resumed });
}

/** The stored draft; undefined also where the browser does not let us read it. */
export const storedDraft = (uid: string): Promise<StoredDraft | undefined> =>
  loadDraft(storage, draftPlace(uid)).catch(() => undefined);

export const discardDraft = (uid: string): Promise<void> => removeDraft(storage, draftPlace(uid));

export const allDrafts = (): Promise<DraftRecord[]> => listDrafts(storage, draftOwner());

export const discardAllDrafts = (): Promise<void> => removeAllDrafts(storage, draftOwner());
