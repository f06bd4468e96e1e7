/** What a pane shows, as a panel of a dashboard. */
import type { PanelModel } from '../../../data';
import { MIXED, type Sources } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';
import type { Pane } from './pane';
import type { ViewId, Views } from './views';

type Json = Record<string, unknown>;

export interface PanelChoice {
  /** Id of the panel plugin. */
  type: string;
  /** As the section of the pane is called. */
  label: string;
}

const CHOICES: readonly (PanelChoice & { view: ViewId })[] = [
  { view: 'logs', type: 'logs', label: 'Logs' },
  { view: 'trace', type: 'traces', label: 'Trace' },
  { view: 'nodeGraph', type: 'nodeGraph', label: 'Node graph' },
  { view: 'graph', type: 'timeseries', label: 'Graph' },
  { view: 'table', type: 'table', label: 'Table' },
];

/** The panels that show what is in the pane: open sections before folded ones. */
export function panelChoices(views: Views, folded: ReadonlySet<string>): PanelChoice[] {
  const there = CHOICES.filter(({ view }) => views[view].length > 0);
  if (there.length === 0) return [{ type: 'timeseries', label: 'Graph' }];
  const isFolded = ({ label }: PanelChoice) => folded.has(label);
  return [...there.filter((choice) => !isFolded(choice)), ...there.filter(isFolded)];
}

export type QueryForPanel = (query: SourceQuery, type: string) => SourceQuery;

/** `forPanel` leaves of a query what that type of panel shows. */
export function panelOf(
  pane: Pane,
  sources: Sources,
  type: string,
  title: string,
  forPanel: QueryForPanel = (query) => query,
): PanelModel {
  const source = sources.byKey.get(pane.datasource);
  const datasource = source
    ? { type: source.type, uid: source.uid }
    : { type: 'datasource', uid: MIXED };
  const targets = pane.queries.map((query) => ({
    ...forPanel(query, type),
    ...(pane.datasource === MIXED ? {} : { datasource: ownSource(query.datasource) ?? datasource }),
  })) as PanelModel['targets'];
  return {
    id: 1,
    type,
    title,
    gridPos: { x: 0, y: 0, w: 12, h: 8 },
    datasource,
    targets,
    options: {},
    fieldConfig: { defaults: {}, overrides: [] },
  };
}

/** Expressions keep theirs. */
function ownSource(value: unknown): { type?: string; uid?: string } | undefined {
  const own = (value ?? {}) as { type?: string; uid?: string };
  return own.type === '__expr__' || own.uid === '__expr__' ? own : undefined;
}

/** The stored dashboard with the panel below all others. */
export function withPanel(dashboard: Json, panel: PanelModel): Json {
  const panels = Array.isArray(dashboard.panels) ? (dashboard.panels as Json[]) : [];
  const inner = panels.flatMap((each) => [
    each,
    ...(Array.isArray(each.panels) ? (each.panels as Json[]) : []),
  ]);
  const id = 1 + Math.max(0, ...inner.map((each) => Number(each.id) || 0));
  const y = Math.max(0, ...panels.map((each) => bottom(each.gridPos)));
  return { ...dashboard, panels: [...panels, { ...panel, id, gridPos: { ...panel.gridPos, y } }] };
}

function bottom(gridPos: unknown): number {
  const { y = 0, h = 0 } = (gridPos ?? {}) as { y?: number; h?: number };
  return (Number(y) || 0) + (Number(h) || 0);
}

export function newDashboard(title: string, range: Pane['range'], panel: PanelModel): Json {
  return withPanel(
    { title, tags: [], schemaVersion: 39, time: { from: range.from, to: range.to }, panels: [] },
    panel,
  );
}
