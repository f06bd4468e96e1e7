/** Dashboards and folders on the server: what lists, folders, stars, imports and versions need. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import type {
  DashboardMeta as StoredMeta,
  FolderAnswer,
  FolderCounts,
  FoundItem,
  ImportBody,
  ImportedDashboard,
  ImportInput,
  ListedFolder,
  OpenedDashboard,
  SaveBody,
  SavedDashboard,
  TagCount,
} from '../../kernel/apiTypes';
import { prefetch, useAction, useApi } from '../../kernel/query';
import { RECENT, recentUids } from './parts/browse/recent';

export type { FolderCounts, ImportInput, TagCount };

export type SearchHit = FoundItem;

export interface SearchQuery {
  query?: string;
  tag?: readonly string[];
  type?: 'dash-db' | 'dash-folder';
  starred?: boolean;
  folderUIDs?: readonly string[];
  dashboardUIDs?: readonly string[];
  sort?: string;
  limit?: number;
  page?: number;
}

/** Lists hold fewer keys than a single folder. */
export type Folder = ListedFolder & Partial<Omit<FolderAnswer, keyof ListedFolder>>;

/** Dashboards that are not saved yet have none of it. */
export type DashboardMeta = Partial<StoredMeta>;

export type StoredDashboard = Omit<OpenedDashboard, 'meta'> & { meta: DashboardMeta };

const dashboardPath = (uid: string) => `/api/dashboards/uid/${encodeURIComponent(uid)}`;
const DASHBOARD_FRESH_MS = 60_000;

export function useDashboardByUid(uid: string): UseQueryResult<StoredDashboard, Error> {
  return useApi<StoredDashboard>(dashboardPath(uid), { staleTime: DASHBOARD_FRESH_MS });
}

/** Asks for it while the code of the page is still on its way. */
export function prefetchDashboard(uid: string): void {
  prefetch(dashboardPath(uid), DASHBOARD_FRESH_MS);
}

export type SaveRequest = Pick<SaveBody, 'folderUid' | 'message' | 'overwrite'> & {
  dashboard: Record<string, unknown>;
};

export type SaveAnswer = SavedDashboard;

export type ImportRequest = Pick<ImportBody, 'folderUid' | 'overwrite'> & {
  dashboard: Record<string, unknown>;
  inputs: ImportInput[];
};

const LISTS = ['/api/search', '/api/folders', '/api/dashboards/tags'];

export function search(query: SearchQuery, signal?: AbortSignal): Promise<SearchHit[]> {
  return request<SearchHit[]>('GET', '/api/search', { query: { ...query }, signal });
}

export function useSearch(query: SearchQuery, enabled = true): UseQueryResult<SearchHit[]> {
  return useApi<SearchHit[]>('/api/search', { query: { ...query }, enabled, keepPrevious: true });
}

export function useTags(enabled = true): UseQueryResult<TagCount[]> {
  return useApi<TagCount[]>('/api/dashboards/tags', { enabled, staleTime: 60_000 });
}

/** Folders right below `parentUid`; the root's where it is empty. */
export function useFolders(parentUid = '', enabled = true): UseQueryResult<Folder[]> {
  return useApi<Folder[]>('/api/folders', { query: { parentUid, limit: 1000 }, enabled });
}

export function useFolder(uid: string): UseQueryResult<Folder> {
  return useApi<Folder>(`/api/folders/${encodeURIComponent(uid)}`, { enabled: uid !== '' });
}

export function useFolderCounts(uid: string, enabled: boolean): UseQueryResult<FolderCounts> {
  return useApi<FolderCounts>(`/api/folders/${encodeURIComponent(uid)}/counts`, { enabled });
}

export function useCreateFolder(
  onDone: (folder: Folder) => void,
): UseMutationResult<Folder, Error, { title: string; parentUid?: string }> {
  return useAction((body) => request<Folder>('POST', '/api/folders', { body }), {
    invalidates: LISTS,
    done: (folder) => `Folder “${folder.title}” created`,
    quiet: true,
    onDone,
  });
}

export function useRenameFolder(
  onDone: () => void,
): UseMutationResult<Folder, Error, { uid: string; title: string }> {
  return useAction(
    ({ uid, title }) =>
      request<Folder>('PUT', `/api/folders/${uid}`, { body: { title, overwrite: true } }),
    { invalidates: LISTS, done: 'Folder renamed', quiet: true, onDone },
  );
}

export interface Selection {
  folders: readonly { uid: string; title: string }[];
  dashboards: readonly { uid: string; title: string }[];
}

/** Moves everything chosen; stops at the first refusal, which names the item. */
export function useMove(
  onDone: () => void,
): UseMutationResult<void, Error, { items: Selection; target: string }> {
  return useAction(
    async ({ items, target }) => {
      for (const { uid } of items.folders) {
        await request('POST', `/api/folders/${uid}/move`, { body: { parentUid: target } });
      }
      for (const { uid } of items.dashboards) {
        const { dashboard } = await fetchDashboard(uid);
        await saveDashboard({ dashboard, folderUid: target, message: 'Moved to another folder' });
      }
    },
    { invalidates: LISTS, done: 'Moved', quiet: true, onDone },
  );
}

export function useDelete(onDone: () => void): UseMutationResult<void, Error, Selection> {
  return useAction(
    async ({ folders, dashboards }) => {
      for (const { uid } of dashboards) await request('DELETE', `/api/dashboards/uid/${uid}`);
      for (const { uid } of folders) await request('DELETE', `/api/folders/${uid}`);
    },
    { invalidates: LISTS, done: 'Deleted', quiet: true, onDone },
  );
}

export function useStar(): UseMutationResult<unknown, Error, { uid: string; starred: boolean }> {
  return useAction(
    ({ uid, starred }) =>
      request(starred ? 'POST' : 'DELETE', `/api/user/stars/dashboard/uid/${uid}`),
    { invalidates: ['/api/search', '/api/dashboards/uid', '/api/user/stars'] },
  );
}

export function fetchDashboard(uid: string, signal?: AbortSignal): Promise<StoredDashboard> {
  return request<StoredDashboard>('GET', `/api/dashboards/uid/${encodeURIComponent(uid)}`, {
    signal,
  });
}

export function saveDashboard(body: SaveRequest): Promise<SaveAnswer> {
  return request<SaveAnswer>('POST', '/api/dashboards/db', { body });
}

export type ImportAnswer = ImportedDashboard;

export function importDashboard(body: ImportRequest): Promise<ImportAnswer> {
  return request<ImportAnswer>('POST', '/api/dashboards/import', { body });
}

/** The dashboards opened last that still exist and may be seen, newest first. */
export function useRecent(enabled = true): UseQueryResult<SearchHit[]> {
  const uids = recentUids();
  const query = useSearch({ dashboardUIDs: uids, limit: RECENT }, enabled && uids.length > 0);
  const data = query.data && uids.flatMap((uid) => query.data.find((hit) => hit.uid === uid) ?? []);
  return { ...query, data: uids.length === 0 ? [] : data } as UseQueryResult<SearchHit[]>;
}
