/** Rows of spans, as dashboards were laid out until schema 16, put on the grid of 24 columns. */
import { drop, isObject, numberOf, objectsOf, take, textOf, type JsonObject } from './json';

type Note = (text: string) => void;

const COLUMNS = 24;
const SPANS = 12;
/** Height of a grid unit and the gap below it. */
const UNIT = 38;
const DEFAULT_ROW_HEIGHT = 250;
const LEAST_HEIGHT = 3;

export function rowsToGrid(dashboard: JsonObject, note: Note): void {
  if (!Array.isArray(dashboard['rows'])) return;
  const rows = objectsOf(take(dashboard, 'rows'));
  note(`${rows.length} rows became panels on the grid`);
  const showRows = rows.some((row) => row['collapse'] || row['showTitle'] || row['repeat']);
  const panels = objectsOf(dashboard['panels']);
  let top = panels.reduce((bottom, panel) => Math.max(bottom, bottomOf(panel)), 0);
  for (const row of rows) {
    const height = gridHeight(row['height']) ?? gridHeight(DEFAULT_ROW_HEIGHT) ?? 7;
    const collapsed = row['collapse'] === true;
    const children = objectsOf(row['panels']);
    if (showRows) panels.push(rowPanel(row, collapsed, top++));
    const bottom = place(children, top, height);
    if (collapsed && showRows) (panels.at(-1) as JsonObject)['panels'] = children;
    else {
      panels.push(...children);
      top = bottom;
    }
  }
  dashboard['panels'] = panels;
}

function bottomOf(panel: JsonObject): number {
  const pos = isObject(panel['gridPos']) ? panel['gridPos'] : {};
  return (numberOf(pos['y']) ?? 0) + (numberOf(pos['h']) ?? 0);
}

/** Pixels (`250`, `250px`) as grid units. */
function gridHeight(height: unknown): number | undefined {
  const pixels = numberOf(typeof height === 'string' ? height.replace('px', '') : height);
  return pixels === undefined ? undefined : Math.max(LEAST_HEIGHT, Math.ceil(pixels / UNIT));
}

/** Keys of the row that are not about its layout go with it. */
function rowPanel(row: JsonObject, collapsed: boolean, y: number): JsonObject {
  const {
    panels: _panels,
    collapse: _collapse,
    height: _height,
    showTitle: _show,
    titleSize: _size,
    editable: _editable,
    ...kept
  } = row;
  const panel: JsonObject = {
    ...kept,
    type: 'row',
    title: textOf(row['title']) ?? '',
    collapsed,
    panels: [],
  };
  panel['gridPos'] = { x: 0, y, w: COLUMNS, h: 1 };
  if (!panel['repeat']) delete panel['repeat'];
  return panel;
}

/** Each panel goes to the highest free place, leftmost first; gives the line below all of them. */
function place(panels: JsonObject[], top: number, rowHeight: number): number {
  const floor = new Array<number>(COLUMNS).fill(top);
  for (const panel of panels) {
    const span = numberOf(take(panel, 'span')) ?? 4;
    const w = Math.min(COLUMNS, Math.max(1, Math.round((span * COLUMNS) / SPANS)));
    const h = gridHeight(take(panel, 'height')) ?? rowHeight;
    let x = 0;
    let y = Infinity;
    for (let left = 0; left + w <= COLUMNS; left += 1) {
      const under = Math.max(...floor.slice(left, left + w));
      if (under < y) [x, y] = [left, under];
    }
    panel['gridPos'] = { x, y, w, h };
    floor.fill(y + h, x, x + w);
  }
  return Math.max(top, ...floor);
}

/** Every panel gets a number of its own and a place. */
export function numberPanels(dashboard: JsonObject, note: Note): void {
  const panels = objectsOf(dashboard['panels']).flatMap((panel) => [
    panel,
    ...objectsOf(panel['panels']),
  ]);
  const used = new Set<number>();
  let next =
    panels.reduce((highest, panel) => Math.max(highest, numberOf(panel['id']) ?? 0), 0) + 1;
  let bottom = 0;
  for (const panel of panels) {
    const id = numberOf(panel['id']);
    if (id === undefined || typeof panel['id'] !== 'number' || used.has(id)) {
      panel['id'] = next;
      next += 1;
      note(`a panel without a number of its own became panel ${String(panel['id'])}`);
    }
    used.add(panel['id'] as number);
    if (!isObject(panel['gridPos'])) {
      const row = panel['type'] === 'row';
      panel['gridPos'] = { x: 0, y: bottom, w: row ? COLUMNS : 12, h: row ? 1 : 9 };
      note(`panel ${String(panel['id'])} got a place on the grid`);
    }
    bottom = Math.max(bottom, bottomOf(panel));
    widthOfRepeats(panel);
  }
}

/** `minSpan` was the least width of a repeated panel. */
function widthOfRepeats(panel: JsonObject): void {
  if (!('minSpan' in panel)) return;
  const least = numberOf(panel['minSpan']);
  if (least && panel['maxPerRow'] === undefined)
    panel['maxPerRow'] = Math.max(1, Math.floor(COLUMNS / least));
  drop(panel, 'minSpan');
}
