/** Moves and sizes in steps: arrow keys, presets, number fields, edges that fill the free space. */
import { COLUMNS } from '../../../model/layout';
import {
  columnsOverlap,
  findBlock,
  linesOverlap,
  sameArrangement,
  sectionBottom,
  type Arrangement,
  type Block,
  type Found,
  type Rect,
} from './arrangement';
import { moveTo, resizeTo, withinColumns, type Placed, type Target } from './place';

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'top' | 'bottom';

export const WIDTHS = { Full: 24, Half: 12, Third: 8, Quarter: 6 } as const;
export const HEIGHTS = { Low: 4, Medium: 8, High: 12 } as const;

/** Columns and lines of a step with Shift. */
const FAR = 6;

/** Where panels are while they are moved by keys: the first one leads, the others keep distance. */
export interface Spot {
  section: number;
  x: number;
  y: number;
}

export function spotOf(arrangement: Arrangement, ids: readonly number[]): Spot | undefined {
  const found = ids[0] === undefined ? undefined : findBlock(arrangement, ids[0]);
  return found && { section: found.section, x: found.block.x, y: found.block.y };
}

/** Puts the first panel at `spot`; the others keep their distance to it. */
export function moveToSpot(arrangement: Arrangement, ids: readonly number[], spot: Spot): Placed {
  const found = ids.flatMap((id) => findBlock(arrangement, id) ?? []);
  const lead = found[0];
  if (!lead) return { arrangement };
  const tops = sectionTops(arrangement);
  const places = found.map(({ section, block }) => ({
    block,
    x: block.x,
    y: block.y + (tops[section] ?? 0),
  }));
  const leadY = lead.block.y + (tops[lead.section] ?? 0);
  const least = Math.min(...places.map(({ x }) => x)) - lead.block.x;
  const most = Math.max(...places.map(({ x, block }) => x + block.w)) - lead.block.x;
  const highest = Math.min(...places.map(({ y }) => y)) - leadY;
  const x = Math.min(COLUMNS - most, Math.max(-least, Math.round(spot.x)));
  const y = Math.max(-highest, Math.round(spot.y));
  const targets = places.map(({ block, ...place }): Target => ({
    id: block.panel.id,
    x: x + place.x - lead.block.x,
    y: y + place.y - leadY,
    w: block.w,
    h: block.h,
  }));
  return moveTo(arrangement, spot.section, targets);
}

/** Lines above each section when all rows are open. */
function sectionTops({ sections }: Arrangement): number[] {
  let top = 0;
  return sections.map((section) => {
    const start = top + (section.row ? 1 : 0);
    top = start + sectionBottom(section);
    return start;
  });
}

/**
 * The next spot in a direction at which the layout becomes another one; `from` where there is none.
 * `arrangement` is the layout in which the move began.
 */
export function stepSpot(
  arrangement: Arrangement,
  ids: readonly number[],
  from: Spot,
  step: Step,
  isFar = false,
): Spot {
  const lead = ids[0] === undefined ? undefined : findBlock(arrangement, ids[0]);
  if (!lead) return from;
  const { block } = lead;
  const others = othersIn(arrangement, from.section, ids);
  const right = COLUMNS - block.w;
  const rect = { ...block, x: from.x, y: from.y };
  const bottom = others.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  switch (step) {
    case 'left':
      return { ...from, x: Math.max(0, from.x - (isFar ? farStep(rect, others, 'x', -1) : 1)) };
    case 'right':
      return { ...from, x: Math.min(right, from.x + (isFar ? farStep(rect, others, 'x', 1) : 1)) };
    case 'first':
      return { ...from, x: 0 };
    case 'last':
      return { ...from, x: right };
    case 'top':
      return from.y > 0 ? { ...from, y: 0 } : { ...from, ...sectionAt(arrangement, from, -1) };
    case 'bottom':
      return from.y < bottom
        ? { ...from, y: bottom }
        : { ...from, ...sectionAt(arrangement, from, 1) };
    case 'up':
    case 'down':
      return nextLine(arrangement, ids, from, step === 'up' ? -1 : 1, bottom, isFar && rect);
  }
}

function sectionAt({ sections }: Arrangement, from: Spot, by: 1 | -1): Partial<Spot> {
  const section = from.section + by;
  if (section < 0 || section >= sections.length) return {};
  return { section, y: by < 0 ? sectionBottom(sections[section]) : 0 };
}

function nextLine(
  arrangement: Arrangement,
  ids: readonly number[],
  from: Spot,
  by: 1 | -1,
  bottom: number,
  far: Rect | false,
): Spot {
  const shown = (spot: Spot) => moveToSpot(arrangement, ids, spot).arrangement;
  const before = shown(from);
  const start = far ? farStep(far, othersIn(arrangement, from.section, ids), 'y', by) : 1;
  for (let y = from.y + by * start; y >= 0 && y <= bottom; y += by) {
    const spot = { ...from, y };
    const next = shown(spot);
    if (!sameArrangement(before, next)) return landed(next, ids, spot);
  }
  return { ...from, ...sectionAt(arrangement, from, by) };
}

/** A panel that rests higher than it was put goes on from where it rests. */
function landed(next: Arrangement, ids: readonly number[], spot: Spot): Spot {
  const block = ids[0] === undefined ? undefined : findBlock(next, ids[0])?.block;
  return block && block.y > spot.y ? { ...spot, y: block.y } : spot;
}

function othersIn(
  { sections }: Arrangement,
  section: number,
  ids: readonly number[],
): readonly Rect[] {
  const blocks = sections[section]?.blocks ?? [];
  return blocks.flatMap(({ panel, tiles }) => (ids.includes(panel.id) ? [] : tiles));
}

/** Six columns or lines, or fewer to where a neighbor begins or ends. */
function farStep(rect: Rect, others: readonly Rect[], axis: 'x' | 'y', by: 1 | -1): number {
  const size = axis === 'x' ? 'w' : 'h';
  const own = [rect[axis], rect[axis] + rect[size]];
  const edges = others.flatMap((other) => [other[axis], other[axis] + other[size]]);
  const steps = edges
    .flatMap((edge) => own.map((at) => (edge - at) * by))
    .filter((distance) => distance > 0 && distance < FAR);
  return Math.min(FAR, ...steps);
}

/** Smallest size of new sizes; panels that are stored smaller stay so. */
export function leastSize(block: Block): { w: number; h: number } {
  const isSmall = block.panel.type === 'stat' || block.panel.type === 'text';
  const least = isSmall ? { w: 2, h: 2 } : { w: 4, h: 3 };
  return { w: Math.min(block.w, least.w), h: Math.min(block.h, least.h) };
}

/** The size after one step of a key in resize mode. */
export function stepSize(
  arrangement: Arrangement,
  id: number,
  from: { w: number; h: number },
  step: Step,
  isFar = false,
): { w: number; h: number } {
  const found = findBlock(arrangement, id);
  if (!found) return from;
  const { block, section } = found;
  const least = leastSize(block);
  const others = othersIn(arrangement, section, [id]);
  const edge = (axis: 'x' | 'y', by: 1 | -1) => {
    if (!isFar) return by;
    const line =
      axis === 'x'
        ? { ...block, x: block.x + from.w, w: 0 }
        : { ...block, y: block.y + from.h, h: 0 };
    return by * farStep(line, others, axis, by);
  };
  const heights = Object.values(HEIGHTS);
  const sizes = {
    left: { ...from, w: from.w + edge('x', -1) },
    right: { ...from, w: from.w + edge('x', 1) },
    up: { ...from, h: from.h + edge('y', -1) },
    down: { ...from, h: from.h + edge('y', 1) },
    first: { ...from, w: least.w },
    last: { ...from, w: COLUMNS - block.x },
    top: { ...from, h: heights.filter((h) => h < from.h).at(-1) ?? least.h },
    bottom: { ...from, h: heights.find((h) => h > from.h) ?? from.h + FAR },
  };
  const { w, h } = sizes[step];
  return {
    w: Math.min(COLUMNS - block.x, Math.max(least.w, w)),
    h: Math.max(least.h, h),
  };
}

export function resizeBlock(
  arrangement: Arrangement,
  id: number,
  size: Partial<Rect>,
): Arrangement {
  return setRects(arrangement, [id], size);
}

/** Number fields and presets: what `rect` names is set for all panels, the rest stays. */
export function setRects(
  arrangement: Arrangement,
  ids: readonly number[],
  rect: Partial<Rect>,
): Arrangement {
  const targets = ids.flatMap((id): Target[] => {
    const found = findBlock(arrangement, id);
    if (!found) return [];
    const { x, y, w, h } = { ...found.block, ...rect };
    return [withinColumns({ id, x, y, w, h })];
  });
  const only = targets[0];
  const isMove = targets.length === 1 && rect.w === undefined && rect.h === undefined;
  if (only && isMove) {
    const found = findBlock(arrangement, only.id);
    if (found) return moveTo(arrangement, found.section, [only]).arrangement;
  }
  return resizeTo(arrangement, targets);
}

export type Edge = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/** The rectangle after its edge was dragged by `dx`, `dy` units, caught by edges of neighbors. */
export function draggedRect(
  arrangement: Arrangement,
  { section, block }: Found,
  edge: Edge,
  { dx, dy }: { dx: number; dy: number },
): Rect {
  const others = othersIn(arrangement, section, [block.panel.id]);
  const least = leastSize(block);
  const right = block.x + block.w;
  const bottom = block.y + block.h;
  const lefts = others.map(({ x }) => x);
  const rights = others.map(({ x, w }) => x + w);
  const tops = others.map(({ y }) => y);
  const bottoms = others.map(({ y, h }) => y + h);
  const rect = { x: block.x, y: block.y, w: block.w, h: block.h };
  if (edge.includes('e')) {
    const widths = others.map(({ w }) => block.x + w);
    const at = snap(right + dx, [...rights, ...lefts, ...widths]);
    rect.w = Math.min(COLUMNS, Math.max(block.x + least.w, at)) - block.x;
  }
  if (edge.includes('w')) {
    const widths = others.map(({ w }) => right - w);
    const at = snap(block.x + dx, [...rights, ...lefts, ...widths]);
    rect.x = Math.max(0, Math.min(right - least.w, at));
    rect.w = right - rect.x;
  }
  if (edge.includes('s')) {
    const at = snap(bottom + dy, [...bottoms, ...tops]);
    rect.h = Math.max(block.y + least.h, at) - block.y;
  }
  if (edge.includes('n')) {
    const at = snap(block.y + dy, [...bottoms, ...tops]);
    rect.y = Math.max(0, Math.min(bottom - least.h, at));
    rect.h = bottom - rect.y;
  }
  return rect;
}

const CATCHES = 0.75;

function snap(at: number, edges: readonly number[]): number {
  const nearest = edges.reduce<number | undefined>((best, edge) => {
    const distance = Math.abs(edge - at);
    return distance <= CATCHES && (best === undefined || distance < Math.abs(best - at))
      ? edge
      : best;
  }, undefined);
  return Math.round(nearest ?? at);
}

/** Extends the edges of a panel up to its neighbors. */
export function fillFree(arrangement: Arrangement, id: number, edge: Edge): Arrangement {
  const found = findBlock(arrangement, id);
  if (!found) return arrangement;
  const { block } = found;
  const others = othersIn(arrangement, found.section, [id]);
  const sameLines = others.filter((other) => linesOverlap(other, block));
  const right = block.x + block.w;
  const bottom = block.y + block.h;
  let { x, w, h } = block;
  if (edge.includes('e')) {
    const next = sameLines.filter((other) => other.x >= right).map((other) => other.x);
    w = Math.min(COLUMNS, ...next) - x;
  }
  if (edge.includes('w')) {
    const ends = sameLines.map((other) => other.x + other.w).filter((end) => end <= block.x);
    const left = Math.max(0, ...ends);
    w += x - left;
    x = left;
  }
  if (edge.includes('s')) {
    const sameColumns = others.filter((other) => columnsOverlap(other, { ...block, x, w }));
    const below = sameColumns.filter((other) => other.y >= bottom).map((other) => other.y);
    const end = below.length > 0 ? Math.min(...below) : Math.max(bottom, ...bottomsOf(others));
    h = end - block.y;
  }
  return resizeTo(arrangement, [{ id, x, y: block.y, w, h }]);
}

const bottomsOf = (rects: readonly Rect[]) => rects.map(({ y, h }) => y + h);
