/** Configured data sources on the server. Secrets go in and never come out. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import type { ListedSource, OpenedSource, SourceUsage, WrittenSource } from '../../kernel/apiTypes';
import { loadBoot } from '../../kernel/boot';
import { queryClient, useAction, useApi } from '../../kernel/query';
import { askHealth, type Health } from './health';

export type { ListedSource };
export type DataSource = OpenedSource;

/** What is sent: only secrets that were typed anew are in `secureJsonData`. */
export type DataSourceInput = Omit<
  DataSource,
  'id' | 'orgId' | 'typeLogoUrl' | 'secureJsonFields' | 'readOnly' | 'provisionedFrom'
> & {
  secureJsonData: Record<string, string>;
};

const LIST = '/api/datasources';
const PATHS = [LIST];

export function useDataSources(): UseQueryResult<ListedSource[]> {
  return useApi<ListedSource[]>(LIST);
}

export function useDataSource(uid: string): UseQueryResult<DataSource> {
  return useApi<DataSource>(`/api/datasources/uid/${encodeURIComponent(uid)}`, { staleTime: 0 });
}

export function useCreate(): UseMutationResult<DataSource, Error, DataSourceInput> {
  return useAction(
    async (body) => {
      const { datasource } = await request<WrittenSource>('POST', '/api/datasources', {
        body,
      });
      await loadBoot(true);
      return datasource;
    },
    { invalidates: PATHS, quiet: true },
  );
}

export function useUpdate(uid: string): UseMutationResult<string, Error, DataSourceInput> {
  return useAction(
    async (body) => {
      const path = `/api/datasources/uid/${encodeURIComponent(uid)}`;
      const { message } = await request<WrittenSource>('PUT', path, { body });
      await loadBoot(true);
      return message;
    },
    // The message tells of secrets that are to be entered again, where there are such.
    {
      invalidates: PATHS,
      done: (message) => (message.includes('secrets') ? message : 'Data source saved'),
      quiet: true,
    },
  );
}

export function useRemove(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction(
    async (uid) => {
      await request('DELETE', `/api/datasources/uid/${encodeURIComponent(uid)}`);
      await loadBoot(true);
      // The list alone: what is below the source that went would be asked for in vain.
      await queryClient.invalidateQueries({ queryKey: [LIST, {}], exact: true });
    },
    { done: 'Data source deleted', onDone },
  );
}

/** Asks the source a trivial question. */
export function useHealthTest(uid: string): UseMutationResult<Health, Error, void> {
  return useAction(
    async () => {
      const health = await askHealth(uid);
      queryClient.setQueryData([`/api/health-of-source/${uid}`], health);
      return health;
    },
    { quiet: true },
  );
}

/** Dashboards that ask the source, by title, and alert rules that do. */
export type Usage = SourceUsage;

export function useUsage(uid: string): UseQueryResult<Usage> {
  return useApi<Usage>(`/api/datasources/uid/${encodeURIComponent(uid)}/usage`, {
    query: { limit: 50 },
    staleTime: 0,
  });
}
