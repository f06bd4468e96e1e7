/** From a pane to the request it sends. */
import { globalVariables, type PanelModel, type TimeRange } from '../../../data';
import { boot } from '../../../kernel/boot';
import { MIXED, type Sources } from '../../../querying/sources';
import { buildPanelRequest, type PanelRequest } from '../../../querying/targets';
import type { SourceQuery } from '../../../sdk/datasource';
import { sourceOfQuery, type Pane } from '../model/pane';
import type { SourceUis } from './useSourceUis';

export interface PlanContext {
  range: TimeRange;
  timeZone: string;
  width: number;
  sources: Sources;
  uis: SourceUis;
}

/** Queries that are neither switched off nor empty. */
export function runnable(pane: Pane, sources: Sources, uis: SourceUis): SourceQuery[] {
  return pane.queries.filter((query) => {
    if (query.hide) return false;
    const ui = uis.of(sourceOfQuery(pane, query, sources));
    return !ui?.isBlank?.(query);
  });
}

export function planOf(
  pane: Pane,
  queries: readonly SourceQuery[],
  context: PlanContext,
): PanelRequest {
  const { range, timeZone, width, sources } = context;
  const panel: PanelModel = {
    id: 0,
    type: 'timeseries',
    gridPos: { x: 0, y: 0, w: 24, h: 8 },
    datasource: { uid: pane.datasource },
    targets: queries.map((query) => ({ ...query, datasource: refOf(pane, query) })),
  };
  const { user } = boot();
  const values = globalVariables({ range, timeZone, ...(user ? { user } : {}) });
  return buildPanelRequest(panel, {
    range,
    timeZone,
    maxDataPoints: width,
    sources,
    values,
    filtersFor: () => [],
  });
}

function refOf(pane: Pane, query: SourceQuery): { uid?: string; type?: string } {
  const own = (query.datasource ?? {}) as { uid?: string; type?: string };
  return pane.datasource === MIXED || own.type === '__expr__' ? own : { uid: pane.datasource };
}
