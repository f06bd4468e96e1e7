/**
 * Queries a source adds to what was asked: the volume of a log query, the graph of a trace query.
 */
import { useEffect, useState } from 'react';
import type { SupplementaryQuery } from '../../../sdk/datasource';
import { sourceOfQuery, type Pane } from '../model/pane';
import { planOf, runnable, type PlanContext } from './plan';
import { NOTHING, runRequest, type PaneResult } from './usePaneRun';

export interface Extra {
  kind: SupplementaryQuery['kind'];
  result: PaneResult;
}

type Kind = SupplementaryQuery['kind'];

/** Pixels of one bar of the volume, with the space beside it. */
const BAR_WIDTH = 12;

/** Runs once for each run of the pane; a sample of logs only where it is wanted. */
export function useExtras(
  pane: Pane,
  context: PlanContext | undefined,
  wanted: readonly Kind[],
): { extras: readonly Extra[]; offered: ReadonlySet<Kind> } {
  const [extras, setExtras] = useState<readonly Extra[]>([]);
  const [offered, setOffered] = useState<ReadonlySet<Kind>>(new Set());
  const key = wanted.join(' ');

  useEffect(() => {
    if (!context) return;
    const found = supplementary(pane, context);
    setOffered(new Set(found.keys()));
    const asked = [...found].filter(([kind]) => key.split(' ').includes(kind));
    const controller = new AbortController();
    setExtras(asked.map(([kind]) => ({ kind, result: { ...NOTHING, state: 'loading' } })));
    for (const [kind, queries] of asked) {
      const width = kind === 'logsVolume' ? Math.ceil(context.width / BAR_WIDTH) : context.width;
      const plan = planOf({ ...pane, queries }, queries, { ...context, width });
      if (plan.kind !== 'query') continue;
      void runRequest(plan.request, controller.signal).then((result) => {
        if (controller.signal.aborted) return;
        setExtras((before) =>
          before.map((extra) => (extra.kind === kind ? { kind, result } : extra)),
        );
      });
    }
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the context is made anew by each run
  }, [context, key]);
  return { extras, offered };
}

function supplementary(
  pane: Pane,
  { sources, uis, range }: PlanContext,
): Map<Kind, SupplementaryQuery['query'][]> {
  const found = new Map<Kind, SupplementaryQuery['query'][]>();
  for (const query of runnable(pane, sources, uis)) {
    const source = sourceOfQuery(pane, query, sources);
    for (const { kind, query: more } of uis.of(source)?.supplementary?.(query, range) ?? []) {
      const own = source ? { ...more, datasource: { type: source.type, uid: source.uid } } : more;
      found.set(kind, [...(found.get(kind) ?? []), own]);
    }
  }
  return found;
}
