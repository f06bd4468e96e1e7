/** Drafts in the browser's database: one record for the dashboard, one for each of its panels. */

export interface DraftRecord {
  key: string;
  user: string;
  org: number;
  uid: string;
  title: string;
  /** Saved version that the draft started from; 0 for a new dashboard. */
  version: number;
  /** Number of changes, as the bar and the profile say it. */
  changes: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Characters of JSON, panels included. */
  size: number;
  /** JSON of the model without its panels. */
  rest: string;
  /** Ids of the panel records, in order. */
  panels: string[];
}

export interface DraftStorage {
  list: () => Promise<DraftRecord[]>;
  /** The record with the JSON of its panels by id; undefined where there is none. */
  read: (key: string) => Promise<{ record: DraftRecord; panels: Map<string, string> } | undefined>;
  /** All or nothing. */
  write: (
    record: DraftRecord,
    changed: ReadonlyMap<string, string>,
    removed: readonly string[],
  ) => Promise<void>;
  remove: (keys: readonly string[]) => Promise<void>;
}

const NAME = 'vedette.drafts';
const PANEL_KEYS = (key: string) => IDBKeyRange.bound([key], [key, []]);

export function browserStorage(): DraftStorage {
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => {
    opened ??= open();
    opened.catch(() => (opened = undefined));
    return opened;
  };
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (drafts: IDBObjectStore, panels: IDBObjectStore) => () => T,
  ): Promise<T> => {
    const transaction = (await database()).transaction(['drafts', 'panels'], mode);
    const result = work(transaction.objectStore('drafts'), transaction.objectStore('panels'));
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(result()));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The write was aborted.')),
      );
    });
  };
  return {
    list: () =>
      run('readonly', (drafts) => {
        const all = drafts.getAll() as IDBRequest<DraftRecord[]>;
        return () => all.result;
      }),
    read: (key) =>
      run('readonly', (drafts, panels) => {
        const record = drafts.get(key) as IDBRequest<DraftRecord | undefined>;
        const stored = panels.getAll(PANEL_KEYS(key)) as IDBRequest<
          { key: [string, string]; json: string }[]
        >;
        return () =>
          record.result && {
            record: record.result,
            panels: new Map(stored.result.map((panel) => [panel.key[1], panel.json])),
          };
      }),
    write: (record, changed, removed) =>
      run('readwrite', (drafts, panels) => {
        drafts.put(record);
        for (const [id, json] of changed) panels.put({ key: [record.key, id], json });
        for (const id of removed) panels.delete([record.key, id]);
        return () => undefined;
      }),
    remove: (keys) =>
      run('readwrite', (drafts, panels) => {
        for (const key of keys) {
          drafts.delete(key);
          panels.delete(PANEL_KEYS(key));
        }
        return () => undefined;
      }),
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('drafts', { keyPath: 'key' });
      request.result.createObjectStore('panels', { keyPath: 'key' });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database did not open.')),
    );
  });
}
