/** What is copied, and what can be pasted: panels of this product and of Grafana, and query texts. */
import type { DashboardModel, DataSourceRef, PanelModel, VariableModel } from '../../../../data';
import { isValues, type Values } from './identity';
import { mapStrings, variablesIn, withPanelReferences } from './references';

export const LARGEST_PASTE = 2_000_000;
export const MOST_PANELS = 200;
const KIND = 'vedette/panels';

export interface Clip {
  panels: PanelModel[];
  /** Definitions of variables that the panels use. */
  variables: VariableModel[];
}

/** JSON text of the panels and rows with these numbers, with the variables that they use. */
export function copyPanels(model: DashboardModel, ids: readonly number[]): string {
  const wanted = new Set(ids);
  const panels = chosen(model.panels, wanted);
  const names = new Set(variablesIn(panels));
  // Variables of variables: until no name is new.
  for (let count = -1; count !== names.size;) {
    count = names.size;
    for (const variable of model.templating.list)
      if (names.has(variable.name))
        for (const name of variablesIn({ ...variable, current: undefined, options: undefined }))
          names.add(name);
  }
  const variables = model.templating.list.filter(({ name }) => names.has(name));
  const libraryPanels = panels.flatMap(({ libraryPanel }) => libraryPanel ?? []);
  return JSON.stringify({ kind: KIND, version: 1, panels, variables, libraryPanels });
}

/** A row brings the panels below it, up to the next row. */
function chosen(panels: readonly PanelModel[], wanted: ReadonlySet<number>): PanelModel[] {
  const ordered = panels.toSorted((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x);
  const result: PanelModel[] = [];
  let isInside = false;
  for (const panel of ordered) {
    if (panel.type === 'row') isInside = wanted.has(panel.id);
    if (isInside || wanted.has(panel.id)) result.push(panel);
    else result.push(...chosen(panel.panels ?? [], wanted));
  }
  return result;
}

export type Clipboard =
  | ({ kind: 'panels' } & Clip)
  | { kind: 'query'; text: string }
  | { kind: 'refused'; reason: string };

/** Reads pasted text; `refused` names why it cannot be pasted. */
export function readClipboard(text: string): Clipboard {
  if (text.trim() === '') return refused('The clipboard has no text.');
  if (text.length > LARGEST_PASTE) return refused('The pasted text is larger than 2 MB.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /^\s*[[{]\s*"/.test(text)
      ? refused('The pasted JSON is cut off or has a syntax error.')
      : { kind: 'query', text: text.trim() };
  }
  if (!isValues(value) && !Array.isArray(value)) return { kind: 'query', text: text.trim() };
  const found = panelsOf(value);
  if (!found) return refused('The pasted JSON contains no panels.');
  const panels = found.flatMap((panel) => normalized(panel) ?? []);
  if (panels.length === 0) return refused('The pasted JSON contains no panels.');
  const count = panels.reduce((sum, panel) => sum + 1 + (panel.panels?.length ?? 0), 0);
  if (count > MOST_PANELS)
    return refused(
      `The pasted text contains ${count} panels; at most ${MOST_PANELS} can be pasted.`,
    );
  return { kind: 'panels', panels, variables: variablesOf(value) };
}

const refused = (reason: string): Clipboard => ({ kind: 'refused', reason });

/** Panels in a clip, a list, a dashboard (also as the API wraps it) or one panel alone. */
function panelsOf(value: Values | unknown[]): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (isValues(value.dashboard)) return panelsOf(value.dashboard);
  if (Array.isArray(value.panels) && value.type !== 'row') return value.panels;
  return typeof value.type === 'string' &&
    (value.gridPos || value.targets || value.options || value.type === 'row')
    ? [value]
    : undefined;
}

function variablesOf(value: Values | unknown[]): VariableModel[] {
  if (Array.isArray(value)) return [];
  const inner = isValues(value.dashboard) ? value.dashboard : value;
  const list = isValues(inner.templating) ? inner.templating.list : inner.variables;
  if (!Array.isArray(list)) return [];
  return list.filter(
    (item): item is VariableModel => isValues(item) && typeof item.name === 'string',
  );
}

const DEFAULT_PLACE = { x: 0, y: 0, w: 12, h: 8 };

/** A panel with the keys that every panel has; undefined for anything else. */
function normalized(value: unknown): PanelModel | undefined {
  if (!isValues(value) || typeof value.type !== 'string') return undefined;
  const stored = isValues(value.gridPos) ? value.gridPos : {};
  const place = { ...DEFAULT_PLACE, ...(value.type === 'row' && { w: 24, h: 1 }) };
  for (const key of ['x', 'y', 'w', 'h'] as const) {
    const number = stored[key];
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) place[key] = number;
  }
  place.w = Math.min(24, Math.max(1, place.w));
  place.x = Math.min(24 - place.w, place.x);
  const panel = { ...value, gridPos: { ...stored, ...place } } as unknown as PanelModel;
  if (panel.targets !== undefined && !Array.isArray(panel.targets)) delete panel.targets;
  if (Array.isArray(value.panels))
    panel.panels = value.panels.flatMap((inside) => normalized(inside) ?? []);
  return panel;
}

/**
 * The panels under numbers that the model does not have; panels among them that show each other's
 * results follow. Numbers start after those of the model.
 */
export function renumber(panels: readonly PanelModel[], firstId: number): PanelModel[] {
  const numbers = new Map<number, number>();
  let next = firstId;
  const count = (list: readonly PanelModel[]): PanelModel[] =>
    list.map((panel) => {
      const id = next++;
      if (typeof panel.id === 'number' && !numbers.has(panel.id)) numbers.set(panel.id, id);
      return { ...panel, id, ...(panel.panels && { panels: count(panel.panels) }) };
    });
  const follow = (panel: PanelModel): PanelModel => ({
    ...withPanelReferences(panel, numbers),
    ...(panel.panels && { panels: panel.panels.map(follow) }),
  });
  return count(panels).map(follow);
}

export interface Missing {
  /** Names that the panels use and the dashboard does not have; with the definition, if it came along. */
  variables: { name: string; definition?: VariableModel }[];
  /** References that mean no data source of this server. */
  sources: DataSourceRef[];
}

/** What the panels need and this dashboard or server does not have. */
export function missingFor(
  { panels, variables }: Clip,
  model: DashboardModel,
  hasSource: (ref: DataSourceRef) => boolean,
): Missing {
  const own = new Set(model.templating.list.map(({ name }) => name));
  // `$1` in a replacement and `$__from` are no variables of a dashboard.
  const isOther = (name: string) => /^(__|\d)/.test(name);
  const brought = new Map(variables.map((variable) => [variable.name, variable]));
  const names = variablesIn(panels).filter((name) => !own.has(name) && !isOther(name));
  const sources = new Map<string, DataSourceRef>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isValues(value)) return;
    const ref = value.datasource;
    if (isValues(ref) && typeof ref.uid === 'string' && !isFilledIn(ref.uid) && !hasSource(ref))
      sources.set(ref.uid, ref);
    Object.values(value).forEach(visit);
  };
  visit(panels);
  return {
    variables: names.map((name) => {
      const definition = brought.get(name);
      return definition ? { name, definition } : { name };
    }),
    sources: [...sources.values()],
  };
}

const SPECIAL = new Set(['-- Mixed --', '-- Dashboard --', '-- Grafana --', 'grafana', '__expr__']);
const isFilledIn = (uid: string) => uid === '' || uid.includes('$') || SPECIAL.has(uid);

/** The panels with other data sources in place of `uid`s that are missing. */
export function withSources(
  panels: readonly PanelModel[],
  sources: ReadonlyMap<string, DataSourceRef>,
): PanelModel[] {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isValues(value)) return value;
    const next: Values = {};
    for (const [key, item] of Object.entries(value)) {
      const to = key === 'datasource' && isValues(item) ? sources.get(String(item.uid)) : undefined;
      next[key] = to ? { ...to } : visit(item);
    }
    return next;
  };
  return panels.map((panel) => visit(panel) as PanelModel);
}

/** The panels with the text `values` in place of variables. */
export function withVariableTexts(
  panels: readonly PanelModel[],
  values: Readonly<Record<string, string>>,
  interpolate: (text: string, values: Readonly<Record<string, string>>) => string,
): PanelModel[] {
  return panels.map((panel) => {
    const { repeat, ...rest } = panel;
    const filled = mapStrings(rest, (text) => interpolate(text, values)) as PanelModel;
    return repeat && !Object.hasOwn(values, repeat) ? { ...filled, repeat } : filled;
  });
}
