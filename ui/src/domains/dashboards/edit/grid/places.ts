/** Where things of the grid are: zones of rows, neighbors for arrow keys, words for a place. */
import { panelTypes } from '../../../../plugins/panelTypes';
import { COLUMNS, type LayoutItem } from '../../model/layout';
import type { Arrangement, Rect } from '../model/arrange/arrangement';

/** One line of the grid with its gap, in pixels. */
export const LINE = 38;
export const GAP = 8;

/** What a row covers on the page. The part above the first row is a zone as well. */
export interface Zone {
  section: number;
  /** Line of the row itself; 0 for the part without a row. */
  start: number;
  /** First line of the panels. */
  top: number;
  row?: LayoutItem;
}

export function zonesOf(items: readonly LayoutItem[], { sections }: Arrangement): readonly Zone[] {
  const zones: Zone[] = [{ section: 0, start: 0, top: 0 }];
  for (const item of items) {
    if (item.kind !== 'row') continue;
    const section = sections.findIndex(({ row }) => row?.id === item.panel.id);
    if (section > 0) zones.push({ section, start: item.y, top: item.y + 1, row: item });
  }
  return zones;
}

export function zoneAt(zones: readonly Zone[], line: number): Zone | undefined {
  return zones.findLast(({ start, row }) => !row || start <= line);
}

/** Which rows are closed now, as the layout takes it. */
export const collapsedRows = (items: readonly LayoutItem[]): ReadonlyMap<string, boolean> =>
  new Map(
    items.flatMap(({ kind, key, collapsed }) =>
      kind === 'row' ? [[key, Boolean(collapsed)] as const] : [],
    ),
  );

export const cellKey = ({ kind, key }: Pick<LayoutItem, 'kind' | 'key'>): string =>
  `${kind}-${key}`;

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The next item in a direction: the closest one that overlaps sideways, else the closest at all. */
export function neighbor(
  items: readonly LayoutItem[],
  from: LayoutItem,
  direction: Direction,
): LayoutItem | undefined {
  const isAcross = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  const center = ({ x, y, w, h }: Rect) => ({ x: x + w / 2, y: y + h / 2 });
  const own = center(from);
  const distances = items.flatMap((item) => {
    const at = center(item);
    const ahead = sign * (isAcross ? at.x - own.x : at.y - own.y);
    if (item === from || ahead <= 0) return [];
    if (isAcross && !(item.y < from.y + from.h && from.y < item.y + item.h)) return [];
    const aside = Math.abs(isAcross ? at.y - own.y : at.x - own.x);
    const isInLine = isAcross || (item.x < from.x + from.w && from.x < item.x + item.w);
    return [{ item, distance: ahead + aside / 100 + (isInLine ? 0 : 1000) }];
  });
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.item;
}

export function typeName(type: string): string {
  return panelTypes.get(type)?.name ?? type;
}

export const titleOf = ({ panel }: Pick<LayoutItem, 'panel'>): string =>
  panel.title || (panel.type === 'row' ? 'Row' : `Panel ${panel.id}`);

/** "Latency, time series, column 13, row 7, 12 by 8". */
export function nameOf(item: LayoutItem): string {
  const { panel, x, y, w, h } = item;
  if (item.kind === 'row') return `${titleOf(item)}, row, ${panelCount(item.count ?? 0)}`;
  const place = `column ${round(x) + 1}, row ${y + 1}, ${round(w)} by ${h}`;
  return `${titleOf(item)}, ${typeName(panel.type).toLowerCase()}, ${place}`;
}

/** "Latency: column 1, row 7, 12 wide, 8 high. Swapped with Requests." */
export function resultText(title: string, rect: Rect, swapped?: string): string {
  const { x, y, w, h } = rect;
  const place = `${title}: column ${round(x) + 1}, row ${y + 1}, ${round(w)} wide, ${h} high.`;
  return swapped === undefined ? place : `${place} Swapped with ${swapped}.`;
}

export const panelCount = (count: number): string => `${count} ${count === 1 ? 'panel' : 'panels'}`;

const round = (value: number) => Math.round(value * 100) / 100;

export const unitWidth = (grid: HTMLElement): number =>
  (grid.getBoundingClientRect().width + GAP) / COLUMNS;

export function boundsOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const w = Math.max(...rects.map((rect) => rect.x + rect.w)) - x;
  const h = Math.max(...rects.map((rect) => rect.y + rect.h)) - y;
  return { x, y, w, h };
}
