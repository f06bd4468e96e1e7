/** The correlations of the sources that were asked; nothing is fetched where there are none. */
import { useMemo } from 'react';
import { useApi } from '../kernel/query';
import type { Correlation } from './correlations';
import type { Sources } from './sources';
import type { QueryRequest } from './targets';

const MOST = 1000;
const NONE: readonly Correlation[] = [];

export function useCorrelations(
  request: QueryRequest | undefined,
  sources: Sources,
): readonly Correlation[] {
  const uids = useMemo(() => starts(request, sources), [request, sources]);
  const { data } = useApi<{ correlations: Correlation[] }>('/api/datasources/correlations', {
    query: { sourceUID: uids, limit: MOST },
    enabled: uids.length > 0,
    staleTime: Infinity,
  });
  return data?.correlations ?? NONE;
}

/** Uids of the asked sources that correlations start from, from the boot data of the page. */
function starts(request: QueryRequest | undefined, sources: Sources): string[] {
  const found = (request?.body.queries ?? []).flatMap(({ datasource }) => {
    const { uid } = (datasource ?? {}) as { uid?: string };
    const source = uid ? sources.byKey.get(uid) : undefined;
    return source?.hasCorrelations ? [source.uid] : [];
  });
  return [...new Set(found)].sort();
}
