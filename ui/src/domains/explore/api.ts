/**
 * What Explore keeps on the server: one's own query history, the organisation's saved queries, and
 * dashboards.
 */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import type {
  FoundItem,
  FoundPastQueries,
  OpenedDashboard,
  PastQueryAnswer,
  SavedDashboard,
  SavedQueryAnswer,
} from '../../kernel/apiTypes';
import { useAction, useApi } from '../../kernel/query';
import type { SourceQuery } from '../../sdk/datasource';

const HISTORY = '/api/query-history';
const SAVED = '/api/saved-queries';

export type PastQuery = Omit<PastQueryAnswer, 'queries'> & { queries: SourceQuery[] };

export interface HistorySearch {
  searchString?: string;
  onlyStarred?: boolean;
  datasourceUid?: readonly string[];
  sort?: 'time-desc' | 'time-asc';
  page?: number;
  limit?: number;
}

export interface HistoryPage {
  result: Omit<FoundPastQueries, 'queryHistory'> & { queryHistory: PastQuery[] };
}

export function addToHistory(
  datasourceUid: string,
  queries: readonly SourceQuery[],
): Promise<unknown> {
  return request('POST', HISTORY, { body: { datasourceUid, queries } });
}

export function useHistory(search: HistorySearch): UseQueryResult<HistoryPage> {
  return useApi<HistoryPage>(HISTORY, { query: { ...search }, keepPrevious: true, staleTime: 0 });
}

export function useStarPast(): UseMutationResult<unknown, Error, PastQuery> {
  return useAction(
    ({ uid, starred }) => request(starred ? 'DELETE' : 'POST', `${HISTORY}/star/${uid}`),
    {
      invalidates: [HISTORY],
    },
  );
}

export function useCommentPast(
  onDone: () => void,
): UseMutationResult<unknown, Error, { uid: string; comment: string }> {
  return useAction(
    ({ uid, comment }) => request('PATCH', `${HISTORY}/${uid}`, { body: { comment } }),
    {
      invalidates: [HISTORY],
      onDone,
    },
  );
}

export function useDeletePast(): UseMutationResult<unknown, Error, string> {
  return useAction((uid) => request('DELETE', `${HISTORY}/${uid}`), { invalidates: [HISTORY] });
}

export type SavedQuery = Omit<SavedQueryAnswer, 'queries'> & { queries: SourceQuery[] };

export type SavedDraft = Pick<SavedQuery, 'title' | 'description' | 'datasourceUid' | 'queries'>;

export function useSaved(): UseQueryResult<SavedQuery[]> {
  return useApi<SavedQuery[]>(SAVED, { staleTime: 0 });
}

export function useSaveQuery(onDone: () => void): UseMutationResult<unknown, Error, SavedDraft> {
  return useAction((draft) => request('POST', SAVED, { body: draft }), {
    invalidates: [SAVED],
    done: 'Query saved for everyone in the organization',
    quiet: true,
    onDone,
  });
}

export function useReplaceSaved(onDone: () => void): UseMutationResult<unknown, Error, SavedQuery> {
  return useAction(
    ({ uid, title, description, datasourceUid, queries, version }) =>
      request('PUT', `${SAVED}/${uid}`, {
        body: { title, description, datasourceUid, queries, version },
      }),
    { invalidates: [SAVED], done: 'Saved query updated', quiet: true, onDone },
  );
}

export function useDeleteSaved(): UseMutationResult<unknown, Error, string> {
  return useAction((uid) => request('DELETE', `${SAVED}/${uid}`), {
    invalidates: [SAVED],
    done: 'Saved query deleted',
  });
}

export type FoundDashboard = Pick<FoundItem, 'uid' | 'title' | 'folderTitle'>;

export function useDashboards(query: string): UseQueryResult<FoundDashboard[]> {
  return useApi<FoundDashboard[]>('/api/search', {
    query: { query, type: 'dash-db', limit: 50, permission: 'Edit' },
    keepPrevious: true,
  });
}

export function useFolders(): UseQueryResult<FoundDashboard[]> {
  return useApi<FoundDashboard[]>('/api/search', {
    query: { type: 'dash-folder', limit: 1000, permission: 'Edit' },
  });
}

export type DashboardJson = Record<string, unknown>;

export async function fetchDashboard(
  uid: string,
): Promise<{ dashboard: DashboardJson; folderUid: string }> {
  const path = `/api/dashboards/uid/${encodeURIComponent(uid)}`;
  const { dashboard, meta } = await request<OpenedDashboard>('GET', path);
  return { dashboard, folderUid: meta.folderUid };
}

export function saveDashboard(
  dashboard: DashboardJson,
  folderUid: string,
  message: string,
): Promise<SavedDashboard> {
  return request('POST', '/api/dashboards/db', {
    body: { dashboard, folderUid, message, overwrite: false },
  });
}
