/**
 * Puts panels somewhere else and moves the others out of the way. Every call starts from the layout
 * it is given, so that a drag that goes on or back leaves no trace.
 */
import { COLUMNS } from '../../../model/layout';
import {
  anyPair,
  columnsOverlap,
  findBlock,
  overlaps,
  repack,
  sameRect,
  sortingLines,
  tilesAt,
  type ArrangedSection,
  type Arrangement,
  type Block,
  type Found,
  type Rect,
} from './arrangement';

export interface Target extends Rect {
  id: number;
}

export interface Placed {
  arrangement: Arrangement;
  /** The panel that took the vacated place. */
  swapped?: Block;
}

/** Sizes that differ by less count as equal for a swap. */
const SIMILAR = 0.75;
const COVERS = 0.6;

/**
 * Moves panels to `targets`, which are in units of `section`. A panel that covers another one of
 * about its size takes its place; else the panels in the way move down.
 */
export function moveTo(
  arrangement: Arrangement,
  section: number,
  targets: readonly Target[],
): Placed {
  const [only, ...more] = targets;
  const found = only && more.length === 0 ? findBlock(arrangement, only.id) : undefined;
  if (only && found?.section === section) {
    const swapped = swap(arrangement, found, only);
    if (swapped) return swapped;
  }
  return { arrangement: place(arrangement, section, targets) };
}

/** Changes position and size of panels where they stand. */
export function resizeTo(arrangement: Arrangement, targets: readonly Target[]): Arrangement {
  return inSections(arrangement, targets, (result, section, own) =>
    place(result, section, own, { isResize: true }),
  );
}

/** Calls `change` once for every section that holds some of the targets. */
export function inSections(
  arrangement: Arrangement,
  targets: readonly Target[],
  change: (arrangement: Arrangement, section: number, own: readonly Target[]) => Arrangement,
): Arrangement {
  return arrangement.sections.reduce((result, { blocks }, section) => {
    const own = targets.filter(({ id }) => blocks.some((block) => block.panel.id === id));
    return own.length > 0 ? change(result, section, own) : result;
  }, arrangement);
}

interface Moving {
  start: Found;
  target: Target;
  tiles: readonly Rect[];
}

export function place(
  arrangement: Arrangement,
  at: number,
  targets: readonly Target[],
  { isResize = false }: { isResize?: boolean } = {},
): Arrangement {
  const { valuesOf } = arrangement;
  const section = arrangement.sections[at];
  if (!section) return arrangement;
  const moving = targets.flatMap((wanted): Moving[] => {
    const start = findBlock(arrangement, wanted.id);
    if (!start) return [];
    const target = withinColumns(wanted);
    const tiles = tilesAt({ ...target, panel: start.block.panel }, target.y, section, valuesOf);
    return [{ start, target, tiles }];
  });
  const stays = ({ start, target }: Moving) =>
    start.section === at && sameRect(start.block, target);
  if (moving.every(stays)) return arrangement;
  const leaving = new Set(moving.map(({ start }) => start.block));

  const lines = sortingLines(section.blocks);
  const order = [
    ...section.blocks
      .map((block, index) => ({ ...block, line: lines[index] ?? block.y, block }))
      .filter(({ block }) => !leaving.has(block))
      .map((one) => ({ ...one, ...keyOf(one.block, one.line, at, moving, isResize) })),
    ...moving.map(({ start, target }) => ({
      ...target,
      panel: start.block.panel,
      line: target.y,
      key: target.y,
      side: 0,
    })),
  ].sort((a, b) => a.key - b.key || a.side - b.side || a.line - b.line || a.x - b.x);

  return {
    ...arrangement,
    sections: arrangement.sections.map((other, index) => {
      if (index === at) return repack(section, order, valuesOf);
      const rest = other.blocks.filter((block) => !leaving.has(block));
      return rest.length === other.blocks.length ? other : repack(other, rest, valuesOf);
    }),
  };
}

/** Where a panel that is not moved comes in the order: by its own line, or next to what it meets. */
function keyOf(
  block: Block,
  line: number,
  section: number,
  moving: readonly Moving[],
  isResize: boolean,
): { key: number; side: number } {
  const first = Math.min(...moving.map(({ target }) => target.y));
  const isPassed = moving.some(
    ({ start, tiles }) =>
      !isResize && start.section === section && passes(block, start.block, tiles),
  );
  if (isPassed) return { key: first, side: -1 };
  const met = moving.filter(({ tiles }) => anyPair(tiles, block.tiles, overlaps));
  const isPushed = met.some(({ start }) => {
    const wasAbove = start.section === section && bottom(block.tiles) <= start.block.y;
    // A panel that only reaches into the lower half of another one comes below it.
    return (isResize && !wasAbove) || first < middle(block);
  });
  return isPushed
    ? { key: Math.max(...met.map(({ target }) => target.y)), side: 1 }
    : { key: line, side: 0 };
}

/** The panel was below, and the moving one now reaches beyond its middle. */
function passes(block: Block, was: Block, tiles: readonly Rect[]): boolean {
  return (
    block.y >= bottom(was.tiles) &&
    anyPair(was.tiles, block.tiles, columnsOverlap) &&
    anyPair(tiles, block.tiles, columnsOverlap) &&
    bottom(tiles) >= middle(block) &&
    top(tiles) < bottom(block.tiles) &&
    top(tiles) > was.y
  );
}

const top = (tiles: readonly Rect[]) => Math.min(...tiles.map(({ y }) => y));
const bottom = (tiles: readonly Rect[]) => Math.max(...tiles.map(({ y, h }) => y + h));
const middle = ({ tiles }: Block) => (top(tiles) + bottom(tiles)) / 2;

function swap(arrangement: Arrangement, { section: at, block }: Found, target: Target) {
  const section = arrangement.sections[at];
  if (!section || block.tiles.length > 1 || target.w !== block.w || target.h !== block.h)
    return undefined;
  const others = section.blocks.filter((other) => other !== block);
  const wanted = withinColumns(target);
  const other = others.find((one) => isSimilar(one, block) && covers(wanted, one));
  if (!other) return undefined;
  return exchange(arrangement, at, block, other);
}

/** Both panels in each other's place, where both fit; undefined where they do not. */
export function exchange(
  arrangement: Arrangement,
  at: number,
  a: Block,
  b: Block,
  places: { a: Rect; b: Rect } = { a: { ...a, x: b.x, y: b.y }, b: { ...b, x: a.x, y: a.y } },
): Placed | undefined {
  const section = arrangement.sections[at];
  if (!section || a.tiles.length > 1 || b.tiles.length > 1) return undefined;
  const rest = section.blocks.filter((block) => block !== a && block !== b);
  const fits =
    [places.a, places.b].every(
      (rect) =>
        rect.x + rect.w <= COLUMNS && !rest.some((block) => anyPair([rect], block.tiles, overlaps)),
    ) && !overlaps(places.a, places.b);
  if (!fits) return undefined;
  const order = section.blocks.map((block) => {
    if (block === a) return { panel: a.panel, ...rectOf(places.a) };
    if (block === b) return { panel: b.panel, ...rectOf(places.b) };
    return block;
  });
  return {
    arrangement: withSection(arrangement, at, {
      ...repack(section, [...order].sort(byPlace), arrangement.valuesOf),
    }),
    swapped: b,
  };
}

export function withSection(
  arrangement: Arrangement,
  at: number,
  section: ArrangedSection,
): Arrangement {
  return {
    ...arrangement,
    sections: arrangement.sections.map((other, index) => (index === at ? section : other)),
  };
}

const byPlace = (a: { y: number; x: number }, b: { y: number; x: number }) =>
  a.y - b.y || a.x - b.x;

const rectOf = ({ x, y, w, h }: Rect): Rect => ({ x, y, w, h });

const isSimilar = (a: Block, b: Block) =>
  b.tiles.length === 1 && a.tiles.length === 1 && ratio(a.w, b.w) && ratio(a.h, b.h);

const ratio = (a: number, b: number) => Math.min(a, b) >= SIMILAR * Math.max(a, b);

function covers(a: Rect, b: Rect): boolean {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return width > 0 && height > 0 && width * height >= COVERS * a.w * a.h;
}

export function withinColumns<T extends Rect>(rect: T): T {
  const w = Math.min(COLUMNS, Math.max(1, Math.round(rect.w)));
  return {
    ...rect,
    w,
    h: Math.max(1, Math.round(rect.h)),
    x: Math.min(COLUMNS - w, Math.max(0, Math.round(rect.x))),
    y: Math.max(0, Math.round(rect.y)),
  };
}
