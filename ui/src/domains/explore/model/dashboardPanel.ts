/** What a pane shows, as a panel of a dashboard. */
import type { PanelModel } from '../../../data';
import { MIXED, type Sources } from '../../../querying/sources';
import type { Pane } from './pane';
import type { Views } from './views';

type Json = Record<string, unknown>;

/** The first picture of the pane decides. */
export function panelType(views: Views): string {
  if (views.logs.length > 0) return 'logs';
  if (views.trace.length > 0) return 'traces';
  if (views.nodeGraph.length > 0) return 'nodeGraph';
  if (views.graph.length > 0) return 'timeseries';
  return views.table.length > 0 ? 'table' : 'timeseries';
}

export function panelOf(pane: Pane, sources: Sources, type: string, title: string): PanelModel {
  const source = sources.byKey.get(pane.datasource);
  const datasource = source ? { type: source.type, uid: source.uid } : { type: 'datasource', uid: MIXED };
  const targets = pane.queries.map((query) => ({
    ...query,
    ...(pane.datasource === MIXED ? {} : { datasource: ownSource(query.datasource) ?? datasource }),
  })) as PanelModel['targets'];
  return { id: 1, type, title, gridPos: { x: 0, y: 0, w: 12, h: 8 }, datasource, targets, options: {}, fieldConfig: { defaults: {}, overrides: [] } };
}

/** Expressions keep theirs. */
function ownSource(value: unknown): { type?: string; uid?: string } | undefined {
  const own = (value ?? {}) as { type?: string; uid?: string };
  return own.type === '__expr__' || own.uid === '__expr__' ? own : undefined;
}

/** The stored dashboard with the panel below all others. */
export function withPanel(dashboard: Json, panel: PanelModel): Json {
  const panels = Array.isArray(dashboard.panels) ? (dashboard.panels as Json[]) : [];
  const inner = panels.flatMap((each) => [each, ...(Array.isArray(each.panels) ? (each.panels as Json[]) : [])]);
  const id = 1 + Math.max(0, ...inner.map((each) => Number(each.id) || 0));
  const y = Math.max(0, ...panels.map((each) => bottom(each.gridPos)));
  return { ...dashboard, panels: [...panels, { ...panel, id, gridPos: { ...panel.gridPos, y } }] };
}

function bottom(gridPos: unknown): number {
  const { y = 0, h = 0 } = (gridPos ?? {}) as { y?: number; h?: number };
  return (Number(y) || 0) + (Number(h) || 0);
}

export function newDashboard(title: string, range: Pane['range'], panel: PanelModel): Json {
  return withPanel({ title, tags: [], schemaVersion: 39, time: { from: range.from, to: range.to }, panels: [] }, panel);
}
