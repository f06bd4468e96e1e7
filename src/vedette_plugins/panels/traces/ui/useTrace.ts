import { useDeferredValue, useMemo } from 'react';
import type { Frame } from '@vedette/sdk';
import { criticalPath, type Segment } from './criticalPath';
import { isFiltering, matchingSpans, type SpanFilter } from './search';
import { readTrace, type TraceData } from './span';
import { traceTree, visibleRows, withAncestors, type TraceTree } from './tree';

export interface Trace {
  data: TraceData;
  tree: TraceTree;
  critical: Map<number, Segment[]>;
}

export function useTrace(frames: readonly Frame[]): Trace | undefined {
  return useMemo(() => {
    const data = readTrace(frames);
    if (!data) return undefined;
    const tree = traceTree(data.spans);
    return { data, tree, critical: criticalPath(tree) };
  }, [frames]);
}

export interface Rows {
  /** Positions in the tree, from top to bottom. */
  rows: number[];
  matches: number[];
  isMatch: ReadonlySet<number> | undefined;
}

/** While someone types, the search runs behind: typing stays smooth on large traces. */
export function useRows(
  trace: Trace | undefined,
  filter: SpanFilter,
  matchesOnly: boolean,
  collapsed: ReadonlySet<string>,
): Rows {
  const wanted = useDeferredValue(filter);
  const matches = useMemo(() => {
    if (!trace || !isFiltering(wanted)) return undefined;
    return matchingSpans(trace.tree.spans, trace.data, wanted, (at) => trace.critical.has(at));
  }, [trace, wanted]);
  return useMemo(() => {
    if (!trace) return { rows: [], matches: [], isMatch: undefined };
    const kept = matches && matchesOnly ? withAncestors(trace.tree, matches) : undefined;
    return {
      rows: visibleRows(trace.tree, collapsed, kept),
      matches: matches ?? [],
      isMatch: matches && new Set(matches),
    };
  }, [trace, matches, matchesOnly, collapsed]);
}
