/** Versions of one dashboard, and what saving needs to know about a conflict. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ApiError, request } from '../../kernel/api';
import type {
  DashboardChange,
  DashboardChanges,
  ListedVersion,
  OpenedVersion,
} from '../../kernel/apiTypes';
import { invalidate, useApi } from '../../kernel/query';
import { saveDashboard, type SaveAnswer, type SaveRequest } from './api';

export type DashboardVersion = ListedVersion;

export type Change = DashboardChange;

const versionsPath = (uid: string) => `/api/dashboards/uid/${encodeURIComponent(uid)}/versions`;

/** The version that is stored now; undefined for a dashboard that was never saved. */
export async function newestVersion(uid: string): Promise<DashboardVersion | undefined> {
  const answer = await request<DashboardVersion[] | { versions: DashboardVersion[] }>(
    'GET',
    versionsPath(uid),
    { query: { limit: 1 }, isQuiet: true },
  );
  return (Array.isArray(answer) ? answer : answer.versions)[0];
}

export function fetchVersion(uid: string, version: number): Promise<OpenedVersion> {
  return request<OpenedVersion>('GET', `${versionsPath(uid)}/${version}`);
}

/** Newest first. Later releases of the interface wrap the list in an object. */
export function useVersions(
  uid: string,
  limit: number,
): UseQueryResult<DashboardVersion[] | { versions: DashboardVersion[] }> {
  return useApi(versionsPath(uid), { query: { limit }, staleTime: 0 });
}

export function useChanges(
  dashboardId: number,
  base: number,
  next: number,
): UseQueryResult<Change[]> {
  const body = {
    base: { dashboardId, version: base },
    new: { dashboardId, version: next },
    diffType: 'structured',
  };
  return useQuery({
    queryKey: ['/api/dashboards/calculate-diff', body],
    queryFn: ({ signal }) =>
      request<DashboardChanges>('POST', '/api/dashboards/calculate-diff', {
        body,
        signal,
      }).then(({ changes }) => changes),
  });
}

export async function restoreVersion(uid: string, version: number): Promise<void> {
  await request('POST', `/api/dashboards/uid/${encodeURIComponent(uid)}/restore`, {
    body: { version },
  });
  await reloadDashboard(uid);
}

/** Stores the model and shows what was stored. */
export async function saveAndReload(uid: string, save: SaveRequest): Promise<SaveAnswer> {
  const answer = await saveDashboard(save);
  await reloadDashboard(uid);
  void invalidate('/api/search');
  return answer;
}

export function reloadDashboard(uid: string): Promise<void> {
  return invalidate(`/api/dashboards/uid/${encodeURIComponent(uid)}`);
}

/** Why the server would not store it: somebody else did meanwhile, or a file owns the dashboard. */
export type SaveConflict = 'version' | 'name' | 'provisioned';

export function saveConflict(error: unknown): SaveConflict | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.body.status === 'version-mismatch') return 'version';
  if (error.body.status === 'name-exists') return 'name';
  if (error.body.status === 'plugin-dashboard' || /provisioned/i.test(error.message))
    return 'provisioned';
  return error.status === 412 ? 'version' : undefined;
}
