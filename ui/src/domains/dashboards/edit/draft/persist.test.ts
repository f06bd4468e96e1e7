import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import type { Command } from './types';
import {
  KEEP_DAYS,
  listDrafts,
  loadDraft,
  MOST_DRAFTS,
  persistDraft,
  pruneDrafts,
  removeAllDrafts,
  type PersistOptions,
} from './persist';
import type { DraftRecord, DraftStorage } from './storage';
import { createDraftStore } from './store';

const panel = (id: number): PanelModel => ({
  id,
  type: 'text',
  title: `Panel ${id}`,
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
});
const SAVED = {
  uid: 'checkout',
  title: 'Saved',
  panels: [panel(1), panel(2), panel(3)],
  tags: [],
} as unknown as DashboardModel;
const place = { user: 'mira', org: 1, uid: 'checkout' };

/** Holds what the browser's database would, and the writes that made it. */
function memory() {
  const records = new Map<string, DraftRecord>();
  const panels = new Map<string, Map<string, string>>();
  const writes: string[][] = [];
  let failure: Error | undefined;
  const storage: DraftStorage = {
    list: async () => [...records.values()],
    read: async (key) => {
      const record = records.get(key);
      return record && { record, panels: panels.get(key) ?? new Map() };
    },
    write: async (record, changed, removed) => {
      if (failure) throw failure;
      const own = new Map([...(panels.get(record.key) ?? []), ...changed]);
      for (const id of removed) own.delete(id);
      records.set(record.key, record);
      panels.set(record.key, own);
      writes.push([...changed.keys()]);
    },
    remove: async (keys) => {
      for (const key of keys) {
        records.delete(key);
        panels.delete(key);
      }
    },
  };
  return { storage, writes, panels, fail: (error?: Error) => (failure = error) };
}

const retitle = (id: number, title: string): Command => ({
  label: { verb: 'set', subject: 'panel', panel: id, path: 'title' },
  change: (model) => ({
    ...model,
    panels: model.panels.map((one) => (one.id === id ? { ...one, title } : one)),
  }),
});
const without = (id: number): Command => ({
  label: { verb: 'remove', subject: 'panel' },
  change: (model) => ({ ...model, panels: model.panels.filter((one) => one.id !== id) }),
});

function setUp(more: Partial<PersistOptions> = {}) {
  const browser = memory();
  const store = createDraftStore({ model: SAVED, version: 41 });
  const kept = persistDraft({
    store,
    storage: browser.storage,
    place,
    countChanges: () => store.get().past.length,
    now: () => 1000,
    ...more,
  });
  return { ...browser, store, kept };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('keeping a draft', () => {
  test('half a second after a change the draft can be read again, key by key', async () => {
    const { storage, store } = setUp();
    store.run(retitle(2, 'Latency'));
    await vi.advanceTimersByTimeAsync(499);
    expect(await loadDraft(storage, place)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    const draft = await loadDraft(storage, place);
    expect(JSON.stringify(draft?.model)).toBe(JSON.stringify(store.get().model));
    expect(draft?.record).toMatchObject({ title: 'Saved', version: 41, changes: 1, at: 1000 });
  });

  test('only panels that changed are written, and removed ones go', async () => {
    const { storage, store, writes, kept, panels } = setUp();
    store.run(retitle(2, 'Latency'));
    await kept.flush();
    store.run(retitle(3, 'Orders'));
    await kept.flush();
    store.run(without(1));
    await kept.flush();
    expect(writes).toEqual([['1', '2', '3'], ['3'], []]);
    expect([...panels.values()][0]?.size).toBe(2);
    expect((await loadDraft(storage, place))?.model).toEqual(store.get().model);
  });

  test('a hidden page is written at once', async () => {
    const { storage, store, kept } = setUp();
    store.run(retitle(1, 'Now'));
    expect(kept.isPending()).toBe(true);
    expect(await kept.flush()).toBe(true);
    expect(kept.isPending()).toBe(false);
    expect(await loadDraft(storage, place)).toBeDefined();
    expect(kept.writtenAt()).toBe(1000);
  });

  test('after undo to the saved state nothing is kept', async () => {
    const { storage, store, kept } = setUp();
    store.run(retitle(1, 'Now'));
    await kept.flush();
    store.undo();
    await vi.advanceTimersByTimeAsync(500);
    expect(await storage.list()).toEqual([]);
  });

  test('a restored draft that is undone is not kept either', async () => {
    const first = setUp();
    first.store.run(retitle(1, 'Now'));
    await first.kept.flush();
    const { model } = (await loadDraft(first.storage, place))!;
    const store = createDraftStore({ model: SAVED, version: 41 });
    store.run({ label: { verb: 'restore', subject: 'draft' }, change: () => model });
    persistDraft({
      ...place,
      store,
      storage: first.storage,
      place,
      countChanges: () => 1,
      resumed: model,
    });
    store.undo();
    await vi.advanceTimersByTimeAsync(500);
    expect(await first.storage.list()).toEqual([]);
  });

  test('saving removes the draft; a change before the write is not lost', async () => {
    const { storage, store, kept } = setUp();
    store.run(retitle(1, 'Saved soon'));
    await kept.flush();
    store.rebase({ model: store.get().model, version: 42 });
    await kept.remove();
    expect(await storage.list()).toEqual([]);
    store.run(retitle(1, 'Later'));
    await vi.advanceTimersByTimeAsync(500);
    expect(await loadDraft(storage, place)).toMatchObject({ record: { version: 42 } });
  });
});

describe('a draft that cannot be kept', () => {
  test('a full or refused storage is named, and the next write is tried again', async () => {
    const { store, kept, fail, storage } = setUp();
    fail(new DOMException('No space', 'QuotaExceededError'));
    store.run(retitle(1, 'A'));
    expect(await kept.flush()).toBe(false);
    expect([kept.problem(), kept.isPending()]).toEqual(['full', true]);
    fail(new Error('Storage is off'));
    expect(await kept.flush()).toBe(false);
    expect(kept.problem()).toBe('refused');
    fail();
    expect(await kept.flush()).toBe(true);
    expect(kept.problem()).toBeUndefined();
    expect(await storage.list()).toHaveLength(1);
  });

  test('a draft of more than 5 MB is not written', async () => {
    const { store, kept, storage } = setUp();
    store.run(retitle(1, 'x'.repeat(5_000_001)));
    expect(await kept.flush()).toBe(false);
    expect(kept.problem()).toBe('too large');
    expect(await storage.list()).toEqual([]);
  });

  test('a draft of which a panel is missing is not offered', async () => {
    const { store, kept, storage, panels } = setUp();
    store.run(retitle(1, 'A'));
    await kept.flush();
    [...panels.values()][0]?.delete('2');
    expect(await loadDraft(storage, place)).toBeUndefined();
  });
});

describe('the drafts of a browser', () => {
  const record = (uid: string, more: Partial<DraftRecord> = {}): DraftRecord => ({
    ...place,
    key: `${more.user ?? 'mira'}/${more.org ?? 1}/${uid}`,
    uid,
    title: uid,
    version: 1,
    changes: 1,
    at: 0,
    size: 10,
    rest: '{}',
    panels: [],
    ...more,
  });
  const fill = async (storage: DraftStorage, records: DraftRecord[]) => {
    for (const one of records) await storage.write(one, new Map(), []);
  };
  const names = async (storage: DraftStorage) =>
    (await storage.list()).map(({ uid }) => uid).toSorted();

  test('each user sees the drafts of the organization, and removes all of them', async () => {
    const { storage } = memory();
    await fill(storage, [
      record('a', { at: 1 }),
      record('b', { at: 2 }),
      record('other-org', { org: 2 }),
      record('other-user', { user: 'noa' }),
    ]);
    expect((await listDrafts(storage, place)).map(({ uid }) => uid)).toEqual(['b', 'a']);
    await removeAllDrafts(storage, place);
    expect(await names(storage)).toEqual(['other-user']);
  });

  test('drafts go after 30 days, and the oldest ones beyond 20', async () => {
    const { storage } = memory();
    const day = 86_400_000;
    await fill(storage, [
      ...Array.from({ length: MOST_DRAFTS + 1 }, (_, index) =>
        record(`d${index}`, { at: 100 * day - index }),
      ),
      record('old', { user: 'noa', at: 100 * day - KEEP_DAYS * day - 1 }),
      record('recent', { user: 'noa', at: 100 * day - KEEP_DAYS * day }),
    ]);
    await pruneDrafts(storage, 100 * day);
    const left = await names(storage);
    expect(left).toHaveLength(MOST_DRAFTS + 1);
    expect(left).toContain('recent');
    expect(left).not.toContain(`d${MOST_DRAFTS}`);
  });
});
