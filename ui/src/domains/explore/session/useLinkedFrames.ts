/** Answers with the links of their source and those the organisation has set up. */
import { useMemo } from 'react';
import type { Frame } from '../../../data';
import { useApi } from '../../../kernel/query';
import { withCorrelations, type Correlation } from '../../../querying/correlations';
import { useDecorated } from '../../../querying/decorate';
import type { Sources } from '../../../querying/sources';
import type { QueryRequest } from '../../../querying/targets';

const NONE: readonly Correlation[] = [];

/** Undefined while the code that makes the links is on its way. */
export function useLinkedFrames(
  { frames, request }: { frames: readonly Frame[]; request: QueryRequest | undefined },
  sources: Sources,
): readonly Frame[] | undefined {
  const decorated = useDecorated(frames, request, sources);
  // Nobody waits for these: they come to the values when they are there.
  const stored = useApi<{ correlations: Correlation[] }>('/api/datasources/correlations', {
    query: { limit: 1000 },
    staleTime: 60_000,
  });
  const correlations = stored.data?.correlations ?? NONE;
  return useMemo(() => {
    if (!decorated || !request) return decorated;
    const sourceOf = ({ refId }: Frame) => {
      const query = request.body.queries.find((one) => one.refId === refId);
      return (query?.datasource as { uid?: string } | undefined)?.uid;
    };
    return withCorrelations(decorated, correlations, sourceOf, sources);
  }, [decorated, request, correlations, sources]);
}
