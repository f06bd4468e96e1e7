/** What the provisioning files last did. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import type { ProvisionedFile, ProvisioningStatus } from '../../kernel/apiTypes';
import { useAction, useApi } from '../../kernel/query';

export type ProvisionedSource = ProvisionedFile;

export function useStatus(): UseQueryResult<ProvisioningStatus> {
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
