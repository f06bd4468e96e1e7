/** Answers with the links of their source, and those that the organisation has set up. */
import { useEffect, useMemo, useState } from 'react';
import type { Frame } from '../data';
import { usePatternEngine } from '../plugins/usePatternEngine';
import { useDecorated } from './decorate';
import type { Sources } from './sources';
import type { QueryRequest } from './targets';
import { useCorrelations } from './useCorrelations';

/**
 * Undefined while the code that makes the links is on its way; correlations come to the values when
 * they are there.
 */
export function useLinked(
  frames: readonly Frame[],
  request: QueryRequest | undefined,
  sources: Sources,
): readonly Frame[] | undefined {
  const decorated = useDecorated(frames, request, sources);
  const correlations = useCorrelations(request, sources);
  const hasPatterns = usePatternEngine();
  const withCorrelations = useApplied(correlations.length > 0);
  return useMemo(() => {
    if (!decorated || !request || !withCorrelations) return decorated;
    const uids = new Map(
      request.body.queries.map(({ refId, datasource }) => [
        refId,
        (datasource as { uid?: string } | undefined)?.uid,
      ]),
    );
    return withCorrelations(decorated, correlations, ({ refId }) => uids.get(refId ?? ''), sources);
    // Expressions find more once their engine is loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [decorated, request, correlations, withCorrelations, sources, hasPatterns]);
}

type Apply = (typeof import('./correlations'))['withCorrelations'];

/** The code that makes the links, fetched where there are correlations. */
function useApplied(isNeeded: boolean): Apply | undefined {
  const [apply, setApply] = useState<{ withCorrelations: Apply }>();
  useEffect(() => {
    if (!isNeeded) return;
    let active = true;
    void import('./correlations').then((module) => active && setApply(module));
    return () => {
      active = false;
    };
  }, [isNeeded]);
  return isNeeded ? apply?.withCorrelations : undefined;
}
