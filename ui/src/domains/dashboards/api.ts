/** Dashboards and folders on the server: what lists, folders, stars, imports and versions need. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import { prefetch, useAction, useApi } from '../../kernel/query';
import { RECENT, recentUids } from './parts/browse/recent';

export interface SearchHit {
  id: number;
  uid: string;
  title: string;
  url: string;
  type: 'dash-db' | 'dash-folder';
  tags: string[];
  isStarred: boolean;
  folderUid?: string;
  folderTitle?: string;
  /** When it was changed last. */
  updated?: string;
}

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

export interface Folder {
  id: number;
  uid: string;
  title: string;
  url?: string;
  parentUid?: string;
  /** From the root to the folder above; only on a single folder. */
  parents?: Folder[];
  version?: number;
  canSave?: boolean;
  canEdit?: boolean;
  canDelete?: boolean;
}

export interface FolderCounts {
  folder?: number;
  dashboard?: number;
}

export interface TagCount {
  term: string;
  count: number;
}

export interface DashboardMeta {
  canSave?: boolean;
  canEdit?: boolean;
  canDelete?: boolean;
  canStar?: boolean;
  isStarred?: boolean;
  provisioned?: boolean;
  provisionedExternalId?: string;
  folderUid?: string;
  folderTitle?: string;
  folderUrl?: string;
  url?: string;
  slug?: string;
  version?: number;
  created?: string;
  createdBy?: string;
  updated?: string;
  updatedBy?: string;
}

export interface StoredDashboard {
  dashboard: Record<string, unknown>;
  meta: DashboardMeta;
}

const dashboardPath = (uid: string) => `/api/dashboards/uid/${encodeURIComponent(uid)}`;
const DASHBOARD_FRESH_MS = 60_000;

export function useDashboardByUid(uid: string): UseQueryResult<StoredDashboard, Error> {
  return useApi<StoredDashboard>(dashboardPath(uid), { staleTime: DASHBOARD_FRESH_MS });
}

/** Asks for it while the code of the page is still on its way. */
export function prefetchDashboard(uid: string): void {
  prefetch(dashboardPath(uid), DASHBOARD_FRESH_MS);
}

export interface SaveRequest {
  dashboard: Record<string, unknown>;
  folderUid?: string;
  message?: string;
  overwrite?: boolean;
}

export interface SaveAnswer {
  id: number;
  uid: string;
  url: string;
  status: string;
  version: number;
  slug: string;
}

export interface ImportInput {
  name: string;
  type: string;
  pluginId?: string;
  value: string;
}

export interface ImportRequest {
  dashboard: Record<string, unknown>;
  folderUid?: string;
  overwrite: boolean;
  inputs: ImportInput[];
}

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

export interface ImportAnswer {
  uid: string;
  title: string;
  importedUrl: string;
}

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
