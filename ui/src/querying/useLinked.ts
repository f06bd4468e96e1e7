/** Answers with the links of their source, and those that the organisation has set up. */
import { useMemo } from 'react';
import type { Frame } from '../data';
import { withCorrelations } from './correlations';
import { useDecorated } from './decorate';
import type { Sources } from './sources';
import type { QueryRequest } from './targets';
import { useCorrelations } from './useCorrelations';

/** Undefined while the code that makes the links is on its way; correlations come to the values when they are there. */
export function useLinked(
  frames: readonly Frame[],
  request: QueryRequest | undefined,
  sources: Sources,
): readonly Frame[] | undefined {
  const decorated = useDecorated(frames, request, sources);
  const correlations = useCorrelations(request, sources);
  return useMemo(() => {
    if (!decorated || !request || correlations.length === 0) return decorated;
    const uids = new Map(request.body.queries.map(({ refId, datasource }) => [refId, (datasource as { uid?: string } | undefined)?.uid]));
    return withCorrelations(decorated, correlations, ({ refId }) => uids.get(refId ?? ''), sources);
  }, [decorated, request, correlations, sources]);
}
