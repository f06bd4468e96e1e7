/**
 * Where every panel stands: rows opened and closed, repeated panels and rows copied for each value.
 * Units are those of `gridPos`: 24 columns across, rows of 30 px with 8 px between.
 */
import type { GridPos, PanelModel } from '../../../data/dashboard';

export const COLUMNS = 24;

export interface RepeatValue {
  text: string;
  value: string;
}

/** Values that a repeated panel or row stands for, by variable name. */
export type RepeatScope = Readonly<Record<string, RepeatValue>>;

export interface LayoutItem {
  kind: 'panel' | 'row';
  /** Unique on the page: the panel's id, and the values of its repeats. */
  key: string;
  panel: PanelModel;
  x: number;
  y: number;
  w: number;
  h: number;
  scope: RepeatScope;
  /** Rows only: whether its panels are hidden, and how many there are. */
  collapsed?: boolean;
  count?: number;
}

export interface LayoutInput {
  panels: readonly PanelModel[];
  /** Selected values of a variable; undefined where there is no such variable. */
  valuesOf: (variable: string) => readonly RepeatValue[] | undefined;
  /** What the user opened or closed in this visit, by row key. */
  collapsed: ReadonlyMap<string, boolean>;
}

/** A row with its panels in reading order; the first section has no row. */
export interface Section {
  row: PanelModel | null;
  panels: PanelModel[];
}

const DEFAULT_SIZE: GridPos = { x: 0, y: 0, w: 12, h: 9 };
const DEFAULT_PER_ROW = 4;

export function layoutDashboard({ panels, valuesOf, collapsed }: LayoutInput): LayoutItem[] {
  const items: LayoutItem[] = [];
  let top = 0;

  for (const section of sectionsOf(panels)) {
    for (const scope of scopesOf(section.row, valuesOf)) {
      if (section.row) {
        const key = keyOf(section.row, scope);
        const isCollapsed = collapsed.get(key) ?? Boolean(section.row.collapsed);
        const count = section.panels.length;
        items.push({
          kind: 'row',
          key,
          panel: section.row,
          x: 0,
          y: top,
          w: COLUMNS,
          h: 1,
          scope,
          collapsed: isCollapsed,
          count,
        });
        top += 1;
        if (isCollapsed) continue;
      }
      const placed = placeSection(section.panels, scope, valuesOf);
      for (const item of placed) items.push({ ...item, y: item.y + top });
      top += bottomOf(placed);
    }
  }
  return items;
}

/**
 * `items` with each one that equals one of `before` replaced by it, so that a panel is rendered
 * again only when something of its own changed.
 */
export function withKnownItems(
  items: readonly LayoutItem[],
  before: readonly LayoutItem[],
): readonly LayoutItem[] {
  const known = new Map(before.map((item) => [`${item.kind}-${item.key}`, item]));
  const next = items.map((item) => {
    const old = known.get(`${item.kind}-${item.key}`);
    return old && isSameItem(old, item) ? old : item;
  });
  const isSame =
    next.length === before.length && next.every((item, index) => item === before[index]);
  return isSame ? before : next;
}

function isSameItem(one: LayoutItem, other: LayoutItem): boolean {
  return (
    one.panel === other.panel &&
    one.x === other.x &&
    one.y === other.y &&
    one.w === other.w &&
    one.h === other.h &&
    one.collapsed === other.collapsed &&
    one.count === other.count &&
    JSON.stringify(one.scope) === JSON.stringify(other.scope)
  );
}

/** All panels of a dashboard that are no rows, those inside closed rows included. */
export function allPanels(panels: readonly PanelModel[]): PanelModel[] {
  return panels.flatMap((panel) =>
    panel.type === 'row' ? allPanels(panel.panels ?? []) : [panel],
  );
}

export function sectionsOf(panels: readonly PanelModel[]): Section[] {
  const sections: Section[] = [{ row: null, panels: [] }];
  for (const panel of inReadingOrder(panels)) {
    if (panel.type === 'row')
      sections.push({ row: panel, panels: inReadingOrder(panel.panels ?? []) });
    else sections[sections.length - 1]?.panels.push(panel);
  }
  return sections;
}

function inReadingOrder(panels: readonly PanelModel[]): PanelModel[] {
  const placed = panels.every((panel) => panel.gridPos);
  if (!placed) return [...panels];
  return [...panels].sort((a, b) => sizeOf(a).y - sizeOf(b).y || sizeOf(a).x - sizeOf(b).x);
}

export function scopesOf(row: PanelModel | null, valuesOf: LayoutInput['valuesOf']): RepeatScope[] {
  const variable = row?.repeat;
  const values = variable ? valuesOf(variable) : undefined;
  if (!variable || !values?.length) return [{}];
  return values.map((value) => ({ [variable]: value }));
}

export function placeSection(
  panels: readonly PanelModel[],
  scope: RepeatScope,
  valuesOf: LayoutInput['valuesOf'],
): LayoutItem[] {
  const placed: LayoutItem[] = [];
  for (const panel of panels) {
    for (const { place, own } of copiesOf(panel, scope, valuesOf)) {
      const full = { ...scope, ...own };
      const y = restingPlace(placed, place.x, place.w);
      placed.push({ kind: 'panel', key: keyOf(panel, full), panel, ...place, y, scope: full });
    }
  }
  return placed;
}

interface Copy {
  place: { x: number; w: number; h: number };
  own: RepeatScope;
}

/** A panel, or its copies: side by side, at most `maxPerRow` in a line, or below each other. */
function copiesOf(
  panel: PanelModel,
  scope: RepeatScope,
  valuesOf: LayoutInput['valuesOf'],
): Copy[] {
  const { x, w, h } = sizeOf(panel);
  const variable = panel.repeat;
  const values = variable && !(variable in scope) ? valuesOf(variable) : undefined;
  if (!variable || !values?.length) return [{ place: { x, w, h }, own: {} }];
  if (panel.repeatDirection === 'v')
    return values.map((value) => ({ place: { x, w, h }, own: { [variable]: value } }));

  const perLine = Math.min(values.length, Math.max(1, panel.maxPerRow ?? DEFAULT_PER_ROW));
  const width = COLUMNS / perLine;
  return values.map((value, i) => ({
    place: { x: (i % perLine) * width, w: width, h },
    own: { [variable]: value },
  }));
}

/**
 * The first free line below everything that stands in the same columns: gaps close, overlaps move
 * down.
 */
function restingPlace(placed: readonly LayoutItem[], x: number, w: number): number {
  const epsilon = 1e-6;
  let y = 0;
  for (const item of placed) {
    const overlaps = x < item.x + item.w - epsilon && item.x < x + w - epsilon;
    if (overlaps) y = Math.max(y, item.y + item.h);
  }
  return y;
}

export function bottomOf(items: readonly Pick<LayoutItem, 'y' | 'h'>[]): number {
  return items.reduce((bottom, item) => Math.max(bottom, item.y + item.h), 0);
}

export function sizeOf(panel: PanelModel): GridPos {
  const stored = { ...DEFAULT_SIZE, ...panel.gridPos };
  const w = clamp(Math.round(stored.w) || DEFAULT_SIZE.w, 1, COLUMNS);
  const h = Math.max(1, Math.round(stored.h) || DEFAULT_SIZE.h);
  return { ...stored, x: clamp(Math.round(stored.x) || 0, 0, COLUMNS - w), y: stored.y || 0, w, h };
}

function keyOf(panel: PanelModel, scope: RepeatScope): string {
  const values = Object.values(scope).map((value) => value.value);
  return [String(panel.id ?? panel.title ?? ''), ...values].join(':');
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
