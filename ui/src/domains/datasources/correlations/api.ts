/** Correlations on the server, below the source they start from. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../kernel/api';
import { loadBoot } from '../../../kernel/boot';
import { useAction, useApi } from '../../../kernel/query';
import type { Correlation } from '../../../querying/correlations';
import { bodyOf, type CorrelationDraft } from './draft';

const PATHS = ['/api/datasources'];
const pathOf = (sourceUid: string) =>
  `/api/datasources/uid/${encodeURIComponent(sourceUid)}/correlations`;

export function useCorrelationList(): UseQueryResult<{
  correlations: Correlation[];
  totalCount: number;
}> {
  return useApi('/api/datasources/correlations', { query: { limit: 1000 }, staleTime: 0 });
}

export function useCorrelation(sourceUid: string, uid: string): UseQueryResult<Correlation> {
  return useApi(`${pathOf(sourceUid)}/${encodeURIComponent(uid)}`, { staleTime: 0 });
}

/** Creates one where `uid` is undefined. */
export function useSave(
  uid: string | undefined,
  onDone: () => void,
): UseMutationResult<unknown, Error, CorrelationDraft> {
  return useAction(
    async (draft) => {
      const path = pathOf(draft.sourceUid);
      if (uid)
        await request('PATCH', `${path}/${encodeURIComponent(uid)}`, { body: bodyOf(draft) });
      else await request('POST', path, { body: bodyOf(draft) });
      await loadBoot(true);
    },
    { invalidates: PATHS, done: 'Correlation saved', quiet: true, onDone },
  );
}

export function useRemove(onDone: () => void): UseMutationResult<unknown, Error, Correlation> {
  return useAction(
    async ({ sourceUID, uid }) => {
      await request('DELETE', `${pathOf(sourceUID)}/${encodeURIComponent(uid)}`);
      await loadBoot(true);
    },
    { invalidates: PATHS, done: 'Correlation deleted', onDone },
  );
}
