/** Configured data sources on the server. Secrets go in and never come out. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { ApiError, request } from '../../kernel/api';
import { loadBoot } from '../../kernel/boot';
import { useAction, useApi } from '../../kernel/query';

export interface DataSource {
  id: number;
  uid: string;
  name: string;
  type: string;
  typeName?: string;
  access: 'proxy' | 'direct';
  url: string;
  user: string;
  database: string;
  basicAuth: boolean;
  basicAuthUser: string;
  withCredentials: boolean;
  isDefault: boolean;
  jsonData: Record<string, unknown>;
  /** Which secrets are set. */
  secureJsonFields: Record<string, boolean>;
  version: number;
  readOnly: boolean;
}

/** What is sent: only secrets that were typed anew are in `secureJsonData`. */
export type DataSourceInput = Omit<DataSource, 'id' | 'typeName' | 'secureJsonFields' | 'readOnly'> & {
  secureJsonData: Record<string, string>;
};

export interface Health {
  ok: boolean;
  message: string;
  milliseconds: number;
}

const PATHS = ['/api/datasources'];

export function useDataSources(): UseQueryResult<DataSource[]> {
  return useApi<DataSource[]>('/api/datasources');
}

export function useDataSource(uid: string): UseQueryResult<DataSource> {
  return useApi<DataSource>(`/api/datasources/uid/${encodeURIComponent(uid)}`, { staleTime: 0 });
}

export function useCreate(onDone: (made: DataSource) => void): UseMutationResult<DataSource, Error, DataSourceInput> {
  return useAction(
    async (body) => {
      const { datasource } = await request<{ datasource: DataSource }>('POST', '/api/datasources', { body });
      await loadBoot(true);
      return datasource;
    },
    { invalidates: PATHS, done: ({ name }) => `Data source “${name}” added`, quiet: true, onDone },
  );
}

export function useUpdate(uid: string): UseMutationResult<unknown, Error, DataSourceInput> {
  return useAction(
    async (body) => {
      await request('PUT', `/api/datasources/uid/${encodeURIComponent(uid)}`, { body });
      await loadBoot(true);
    },
    { invalidates: PATHS, done: 'Data source saved', quiet: true },
  );
}

export function useRemove(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction(
    async (uid) => {
      await request('DELETE', `/api/datasources/uid/${encodeURIComponent(uid)}`);
      await loadBoot(true);
    },
    { invalidates: PATHS, done: 'Data source deleted', onDone },
  );
}

/** Asks the source a trivial question; a failing source is an answer, not an error. */
export function useHealthTest(uid: string): UseMutationResult<Health, Error, void> {
  return useAction(
    async () => {
      const started = performance.now();
      const spent = () => Math.round(performance.now() - started);
      try {
        const { message } = await request<{ message: string }>('GET', `/api/datasources/uid/${encodeURIComponent(uid)}/health`);
        return { ok: true, message, milliseconds: spent() };
      } catch (error) {
        if (error instanceof ApiError) return { ok: false, message: error.message, milliseconds: spent() };
        throw error;
      }
    },
    { quiet: true },
  );
}
