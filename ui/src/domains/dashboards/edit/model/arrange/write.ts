/**
 * Writes an arrangement into `gridPos`. `y` is stored as Grafana expects it: counted from the top of
 * the dashboard, closed rows one line high. Only panels whose place changed are written.
 */
import type { GridPos, PanelModel } from '../../../../../data';
import {
  readArrangement,
  sameArrangement,
  sameRect,
  sectionBottom,
  sortingLines,
  type Arrangement,
  type Rect,
} from './arrangement';

interface Home {
  /** The row whose `panels` hold the panel; null for the panels of the dashboard itself. */
  row: PanelModel | null;
  rect: Rect;
}

type Homes = ReadonlyMap<PanelModel, Home>;

/** `panels` with the places of `after`; the same list where nothing has to be written. */
export function writeArrangement(
  panels: PanelModel[],
  before: Arrangement,
  after: Arrangement,
): PanelModel[] {
  const was = homesOf(before, before);
  const homes = homesOf(after, before);
  const changed = write(panels, homes, (panel, { row, rect }) => {
    const old = was.get(panel);
    return !old || old.row !== row || !sameRect(old.rect, rect);
  });
  // Stored places with gaps or overlaps sort the panels otherwise: then all have to be written.
  return sameArrangement(readArrangement(changed, after.valuesOf), after)
    ? changed
    : write(panels, homes, () => true);
}

function homesOf(arrangement: Arrangement, before: Arrangement): Homes {
  const homes = new Map<PanelModel, Home>();
  let top = 0;
  for (const section of arrangement.sections) {
    const { row } = section;
    const isClosed = Boolean(row?.collapsed);
    const rowTop = top;
    if (row) {
      homes.set(row, { row: null, rect: { x: 0, y: top, w: 24, h: 1 } });
      top += 1;
    }
    const isUntouched = before.sections.some(({ blocks }) => blocks === section.blocks);
    const nested = new Set(row?.panels);
    const start = top;
    const lines = sortingLines(section.blocks);
    for (const [at, block] of section.blocks.entries()) {
      const y = lines[at] ?? block.y;
      const isNested = isUntouched ? nested.has(block.panel) : isClosed;
      const isBelowClosed = isClosed && !isNested;
      const line = isBelowClosed
        ? Number(block.panel.gridPos?.y ?? 0) + rowTop - Number(row?.gridPos?.y ?? 0)
        : start + y;
      const { x, w, h } = block;
      homes.set(block.panel, { row: isNested ? row : null, rect: { x, y: line, w, h } });
      if (!isNested) top = Math.max(top, isBelowClosed ? line + h : line + 1);
    }
    if (!isClosed) top = Math.max(top, start + sectionBottom(section));
  }
  return homes;
}

function write(
  panels: PanelModel[],
  homes: Homes,
  isWritten: (panel: PanelModel, home: Home) => boolean,
): PanelModel[] {
  const placed = (panel: PanelModel): PanelModel => {
    const home = homes.get(panel);
    if (!home || !isWritten(panel, home)) return panel;
    const gridPos = withRect(panel.gridPos, home.rect);
    return gridPos === panel.gridPos ? panel : { ...panel, gridPos };
  };
  const seen = new Set<PanelModel>();
  const livesIn = (row: PanelModel | null) => (panel: PanelModel) => {
    const home = homes.get(panel);
    if (home?.row !== row) return false;
    seen.add(panel);
    return true;
  };
  const collect = (listed: PanelModel[] | undefined, row: PanelModel | null) =>
    listed && sameList(listed, listed.filter(livesIn(row)).map(placed));

  const rows = [...homes.keys()].filter((panel) => panel.type === 'row');
  const inside = new Map(rows.map((row) => [row, collect(row.panels, row)]));
  const top = collect(panels, null) ?? [];
  const added = (row: PanelModel | null) =>
    [...homes].flatMap(([panel, home]) =>
      home.row === row && !seen.has(panel) ? [placed(panel)] : [],
    );
  const withPanels = (panel: PanelModel, row: PanelModel): PanelModel => {
    const old = inside.get(row);
    const more = added(row);
    const next = more.length > 0 ? [...(old ?? []), ...more] : old;
    return next === row.panels ? panel : { ...panel, panels: next };
  };
  const next = [...top, ...added(null)];
  const sources = new Map(rows.map((row) => [row.id, row]));
  return sameList(
    panels,
    next.map((panel) => {
      const row = panel.type === 'row' ? sources.get(panel.id) : undefined;
      return row ? withPanels(panel, row) : panel;
    }),
  );
}

const sameList = <T>(old: T[], next: T[]): T[] =>
  old.length === next.length && next.every((item, at) => item === old[at]) ? old : next;

/** Other keys stay, and so does the order of the keys. */
function withRect(old: GridPos | undefined, rect: Rect): GridPos {
  const { h, w, x, y } = rect;
  if (!old) return { h, w, x, y };
  return sameRect(old, rect) ? old : { ...old, h, w, x, y };
}
