/** Sizes that follow an edge: dragged by the pointer, or extended over the free space. */
import { COLUMNS } from '../../../model/layout';
import {
  columnsOverlap,
  findBlock,
  linesOverlap,
  type Arrangement,
  type Found,
  type Rect,
} from './arrangement';
import { resizeTo } from './place';
import { leastSize, othersIn } from './steps';

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
