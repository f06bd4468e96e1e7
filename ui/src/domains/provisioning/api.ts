/** What the provisioning files last did. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import { useAction, useApi } from '../../kernel/query';

export interface ProvisionedSource {
  kind: string;
  file: string;
  /** Nothing reads a file that is ignored. */
  state: 'ok' | 'error' | 'ignored';
  line?: number | null;
  message?: string;
  lastApplied?: string | number | null;
  items?: number;
}

export function useStatus(): UseQueryResult<{ sources: ProvisionedSource[] }> {
  return useApi('/api/admin/provisioning/status', { staleTime: 0 });
}

/** Reads the files of these kinds again. */
export function useReload(): UseMutationResult<unknown, Error, readonly string[]> {
  return useAction(
    async (kinds) => {
      for (const kind of kinds) await request('POST', `/api/admin/provisioning/${kind}/reload`);
    },
    {
      invalidates: ['/api/admin/provisioning', '/api/search', '/api/folders', '/api/datasources'],
      done: 'Files reloaded',
    },
  );
}
