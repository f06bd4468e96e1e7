/**
 * Keeps the draft of a dashboard in the browser, so that a crash, a closed tab or an ended session
 * loses none of it.
 */
import type { DashboardModel, PanelModel } from '../../../../data';
import { draftKey, type DraftOwner, type DraftPlace } from '../../model/draftMarks';
import { entry, type ListKind, identities, listKind } from '../model/identity';
import type { DraftRecord, DraftStorage } from './storage';
import type { DraftStore } from './store';

export const MOST_DRAFTS = 20;
export const KEEP_DAYS = 30;
export const LARGEST = 5_000_000;
const WRITE_AFTER_MS = 500;
const SLICE_MS = 4;
const DAY_MS = 86_400_000;

/** Why a draft is not kept in the browser. */
export type StorageProblem = 'full' | 'refused' | 'too large';

export interface Persistence {
  /** Writes what is not written yet; resolves to whether all of it is stored. */
  flush: () => Promise<boolean>;
  /** Milliseconds since the epoch of the last write. */
  writtenAt: () => number | undefined;
  problem: () => StorageProblem | undefined;
  /** Whether leaving the page now could lose a change. */
  isPending: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Removes the stored draft, as after saving. */
  remove: () => Promise<void>;
  stop: () => void;
}

export interface PersistOptions {
  store: DraftStore;
  storage: DraftStorage;
  place: DraftPlace;
  /** Counts the changes for lists of drafts. */
  countChanges: (base: DashboardModel, model: DashboardModel) => number;
  /** The model that is stored already, where the draft was restored. */
  resumed?: DashboardModel;
  now?: () => number;
}

/** Writes the draft half a second after each change, and removes it when it has none any more. */
export function persistDraft({
  store,
  storage,
  place,
  countChanges,
  resumed,
  now = Date.now,
}: PersistOptions): Persistence {
  const key = draftKey(place);
  const listeners = new Set<() => void>();
  /** Panels as they are stored: what was written, by the reference it was made from. */
  let stored = new Map<string, { panel: PanelModel; size: number }>();
  let model = store.get().model;
  let written = resumed;
  let writtenAt: number | undefined;
  let problem: StorageProblem | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let isStopped = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const isPending = () => {
    const draft = store.get();
    return draft.model !== draft.base.model && draft.model !== written;
  };
  const clear = async () => {
    await storage.remove([key]);
    stored = new Map();
    written = undefined;
    writtenAt = undefined;
    problem = undefined;
  };
  const write = async (isUrgent: boolean): Promise<void> => {
    const { base, model: next } = store.get();
    if (next === base.model) return written ? clear() : undefined;
    if (next === written) return;
    const ids = identities(next.panels, listKind(['panels']) as ListKind);
    const changed = new Map<string, string>();
    const sizes = new Map<string, { panel: PanelModel; size: number }>();
    let since = performance.now();
    for (const [index, panel] of next.panels.entries()) {
      const id = entry(ids, index);
      const before = stored.get(id);
      if (before?.panel === panel) {
        sizes.set(id, before);
        continue;
      }
      const json = JSON.stringify(panel);
      changed.set(id, json);
      sizes.set(id, { panel, size: json.length });
      if (!isUrgent && performance.now() - since > SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
      }
    }
    const { panels: _panels, ...others } = next;
    // Where the panels were among the other keys is kept with them.
    const rest = JSON.stringify({ keys: Object.keys(next), others });
    const size = rest.length + [...sizes.values()].reduce((sum, one) => sum + one.size, 0);
    if (size > LARGEST) {
      problem = 'too large';
      return;
    }
    const record: DraftRecord = {
      key,
      ...place,
      title: next.title,
      version: base.version,
      changes: countChanges(base.model, next),
      at: now(),
      size,
      rest,
      panels: ids,
    };
    const removed = [...stored.keys()].filter((id) => !sizes.has(id));
    await storage.write(record, changed, removed);
    stored = sizes;
    written = next;
    writtenAt = record.at;
    problem = undefined;
  };
  const flush = (isUrgent = true): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    const before = running ?? Promise.resolve(true);
    const own = before
      .then(() => (isStopped ? undefined : write(isUrgent)))
      .catch((error: unknown) => {
        problem = isFull(error) ? 'full' : 'refused';
      })
      .then(() => {
        if (running === own) running = undefined;
        tell();
        return !isPending();
      });
    running = own;
    return own;
  };
  const onChange = () => {
    if (store.get().model === model) return;
    model = store.get().model;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(false), WRITE_AFTER_MS);
    tell();
  };
  const unsubscribe = store.subscribe(onChange);
  if (isPending()) timer = setTimeout(() => void flush(false), WRITE_AFTER_MS);

  return {
    flush: () => flush(),
    writtenAt: () => writtenAt,
    problem: () => problem,
    isPending,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    remove: async () => {
      clearTimeout(timer);
      await running;
      await clear();
      tell();
    },
    stop: () => {
      clearTimeout(timer);
      unsubscribe();
      isStopped = true;
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

export interface StoredDraft {
  record: DraftRecord;
  model: DashboardModel;
}

/** The draft that is kept for the dashboard; undefined where there is none or it cannot be read. */
export async function loadDraft(
  storage: DraftStorage,
  place: DraftPlace,
): Promise<StoredDraft | undefined> {
  const found = await storage.read(draftKey(place));
  if (!found) return undefined;
  const { record, panels } = found;
  const list = record.panels.map((id) => panels.get(id));
  if (list.includes(undefined)) return undefined;
  const { keys, others } = JSON.parse(record.rest) as {
    keys: string[];
    others: Record<string, unknown>;
  };
  const parts: Record<string, unknown> = {
    ...others,
    panels: list.map((json) => JSON.parse(json as string) as PanelModel),
  };
  const model = Object.fromEntries(keys.map((key) => [key, parts[key]]));
  return { record, model: model as DashboardModel };
}

/** Drafts of the user in this organization, the newest first. */
export async function listDrafts(storage: DraftStorage, owner: DraftOwner): Promise<DraftRecord[]> {
  const all = await storage.list();
  return all
    .filter(({ user, org }) => user === owner.user && org === owner.org)
    .toSorted((a, b) => b.at - a.at);
}

export async function removeDraft(storage: DraftStorage, place: DraftPlace): Promise<void> {
  await storage.remove([draftKey(place)]);
}

/** Removes all drafts of the user, those of other organizations included. */
export async function removeAllDrafts(
  storage: DraftStorage,
  { user }: Pick<DraftOwner, 'user'>,
): Promise<void> {
  const all = await storage.list();
  await storage.remove(all.filter((draft) => draft.user === user).map(({ key }) => key));
}

/** Removes drafts that are older than 30 days, and the oldest ones of a user beyond 20. */
export async function pruneDrafts(storage: DraftStorage, now = Date.now()): Promise<void> {
  const counts = new Map<string, number>();
  const gone = (await storage.list())
    .toSorted((a, b) => b.at - a.at)
    .filter(({ user, at }) => {
      const count = (counts.get(user) ?? 0) + 1;
      counts.set(user, count);
      return count > MOST_DRAFTS || now - at > KEEP_DAYS * DAY_MS;
    });
  if (gone.length > 0) await storage.remove(gone.map(({ key }) => key));
}
