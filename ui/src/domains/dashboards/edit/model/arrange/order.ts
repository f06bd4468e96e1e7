/** Changes that need no geometry: reading order, rows, alignment, new and removed panels. */
import type { PanelModel } from '../../../../../data';
import { COLUMNS, scopesOf } from '../../../model/layout';
import {
  anyPair,
  findBlock,
  overlaps,
  readingOrder,
  repack,
  sectionBottom,
  type Arrangement,
  type Block,
  type Rect,
} from './arrangement';
import { exchange, inSections, moveTo, place, resizeTo, withSection, type Target } from './place';
import { moveToSpot } from './steps';

/**
 * Swaps a panel with the one before (-1) or after (1) it in reading order. Sizes stay. At the end of
 * a row the panel goes into the next one.
 */
export function moveInOrder(arrangement: Arrangement, id: number, by: 1 | -1): Arrangement {
  const found = findBlock(arrangement, id);
  if (!found) return arrangement;
  const { section: at, block } = found;
  const section = arrangement.sections[at];
  if (!section) return arrangement;
  const order = readingOrder(section);
  const other = order[order.indexOf(block) + by];
  if (!other) {
    const next = at + by;
    if (next < 0 || next >= arrangement.sections.length) return arrangement;
    const y = by < 0 ? sectionBottom(arrangement.sections[next]) : 0;
    return place(arrangement, next, [{ ...rectOf(block), id, y }]);
  }
  const [first, second] = by < 0 ? [other, block] : [block, other];
  return before(arrangement, at, second, first);
}

/** The first way to exchange two panels after which `second` is read before `first`. */
function before(arrangement: Arrangement, at: number, second: Block, first: Block): Arrangement {
  const section = arrangement.sections[at];
  if (!section) return arrangement;
  const order = [...readingOrder(section)];
  order.splice(order.indexOf(first), 2, second, first);
  const wanted = order.map(({ panel }) => panel.id).join();
  const isLine = first.y === second.y && first.x + first.w === second.x;
  const inLine = {
    a: { ...second, x: first.x },
    b: { ...first, x: first.x + second.w },
  };
  const x = Math.min(first.x, COLUMNS - second.w);
  const ways = [
    () => exchange(arrangement, at, second, first, isLine ? inLine : undefined)?.arrangement,
    () => withSection(arrangement, at, repack(section, order, arrangement.valuesOf)),
    () => place(arrangement, at, [{ id: second.panel.id, ...rectOf(second), x, y: first.y }]),
  ];
  const results = ways.flatMap((way) => way() ?? []);
  const isWanted = ({ sections }: Arrangement) =>
    readingOrder(sections[at] ?? section)
      .map(({ panel }) => panel.id)
      .join() === wanted;
  return results.find(isWanted) ?? results.at(-1) ?? arrangement;
}

/** Panels to the end of a section, in their reading order. */
export function moveToSection(
  arrangement: Arrangement,
  ids: readonly number[],
  section: number,
): Arrangement {
  const inOrder = arrangement.sections.flatMap((one) =>
    readingOrder(one).flatMap(({ panel }) => (ids.includes(panel.id) ? [panel.id] : [])),
  );
  const lead = inOrder[0] === undefined ? undefined : findBlock(arrangement, inOrder[0]);
  const target = arrangement.sections[section];
  if (!lead || !target) return arrangement;
  const y = sectionBottom(target);
  return moveToSpot(arrangement, inOrder, { section, x: lead.block.x, y }).arrangement;
}

/** A row with its panels before or after its neighbor; the part without a row stays on top. */
export function moveRow(arrangement: Arrangement, id: number, to: number): Arrangement {
  const from = rowIndex(arrangement, id);
  const target = Math.min(arrangement.sections.length - 1, Math.max(1, to));
  const moved = arrangement.sections[from];
  if (!moved || from < 1 || from === target) return arrangement;
  const sections = arrangement.sections.filter((section) => section !== moved);
  sections.splice(target, 0, moved);
  return { ...arrangement, sections };
}

export const rowIndex = ({ sections }: Arrangement, id: number): number =>
  sections.findIndex(({ row }) => row?.id === id);

/** A new row as section number `at`; the panels below it become its own. */
export function addRow(
  arrangement: Arrangement,
  row: PanelModel,
  at = arrangement.sections.length,
): Arrangement {
  const sections = [...arrangement.sections];
  const scope = scopesOf(row, arrangement.valuesOf)[0] ?? {};
  sections.splice(Math.max(1, at), 0, { row, scope, blocks: [] });
  return { ...arrangement, sections };
}

/** The row goes, its panels follow those of the row before; or go with it. */
export function removeRow(arrangement: Arrangement, id: number, withPanels: boolean): Arrangement {
  const at = rowIndex(arrangement, id);
  const removed = arrangement.sections[at];
  const previous = arrangement.sections[at - 1];
  if (!removed || !previous) return arrangement;
  const rest = { ...arrangement, sections: arrangement.sections.filter((_, n) => n !== at) };
  if (withPanels || removed.blocks.length === 0) return rest;
  const order = [...previous.blocks, ...removed.blocks];
  return withSection(rest, at - 1, repack(previous, order, arrangement.valuesOf));
}

export function removeBlocks(arrangement: Arrangement, ids: readonly number[]): Arrangement {
  return {
    ...arrangement,
    sections: arrangement.sections.map((section) => {
      const rest = section.blocks.filter(({ panel }) => !ids.includes(panel.id));
      return rest.length === section.blocks.length
        ? section
        : repack(section, rest, arrangement.valuesOf);
    }),
  };
}

/** New panels at given places; what is in the way moves down. */
export function addBlocks(
  arrangement: Arrangement,
  section: number,
  added: readonly { panel: PanelModel; rect: Rect }[],
): Arrangement {
  const target = arrangement.sections[section];
  if (!target) return arrangement;
  // Above everything until they are placed, so that all that is in the way moves down.
  const blocks = added.map(({ panel, rect }): Block => {
    const own = { ...rect, y: -1 };
    return { panel, ...own, tiles: [own] };
  });
  const withNew = withSection(arrangement, section, {
    ...target,
    blocks: [...target.blocks, ...blocks],
  });
  const targets = added.map(({ panel, rect }) => ({ id: panel.id, ...rect }));
  return place(withNew, section, targets, { isResize: true });
}

/** Where copies of the panels go: to their right where that is free, else below. */
export function placeForCopies(
  arrangement: Arrangement,
  ids: readonly number[],
): { section: number; rects: readonly Rect[] } | undefined {
  const found = ids.flatMap((id) => findBlock(arrangement, id) ?? []);
  const at = found[0]?.section;
  const section = at === undefined ? undefined : arrangement.sections[at];
  if (at === undefined || !section) return undefined;
  const own = found.map(({ block, section: from }) => ({
    ...rectOf(block),
    y: from === at ? block.y : block.y + sectionBottom(section),
  }));
  const left = Math.min(...own.map(({ x }) => x));
  const right = Math.max(...own.map(({ x, w }) => x + w));
  const top = Math.min(...own.map(({ y }) => y));
  const bottom = Math.max(...own.map(({ y, h }) => y + h));
  const beside = own.map((rect) => ({ ...rect, x: rect.x + right - left }));
  const tiles = section.blocks.flatMap((block) => block.tiles);
  const isFree = right + right - left <= COLUMNS && !anyPair(beside, tiles, overlaps);
  return {
    section: at,
    rects: isFree ? beside : own.map((rect) => ({ ...rect, y: rect.y + bottom - top })),
  };
}

/** The first place that is free within the sections, else the end of the last one. */
export function firstFreePlace(
  arrangement: Arrangement,
  size: { w: number; h: number },
  sections: readonly number[] = arrangement.sections.map((_, at) => at),
): { section: number; rect: Rect } {
  for (const at of sections) {
    const section = arrangement.sections[at];
    const tiles = section?.blocks.flatMap((block) => block.tiles) ?? [];
    const bottom = sectionBottom(section);
    const lines = new Set([0, ...tiles.map(({ y, h }) => y + h)].filter((y) => y < bottom));
    for (const y of [...lines].sort((a, b) => a - b)) {
      for (let x = 0; x + size.w <= COLUMNS; x += 1) {
        const rect = { x, y, ...size };
        const fits = y + size.h <= bottom && !tiles.some((tile) => overlaps(tile, rect));
        if (fits) return { section: at, rect };
      }
    }
  }
  const last = sections.at(-1) ?? arrangement.sections.length - 1;
  const y = sectionBottom(arrangement.sections[last]);
  return { section: last, rect: { x: 0, y, ...size } };
}

export type Alignment = 'left' | 'right' | 'top' | 'distribute' | 'size';

/** Lines up several panels of one row; panels in other rows are aligned among themselves. */
export function align(
  arrangement: Arrangement,
  ids: readonly number[],
  alignment: Alignment,
): Arrangement {
  const lead = ids[0] === undefined ? undefined : findBlock(arrangement, ids[0])?.block;
  if (!lead) return arrangement;
  const targets = ids.flatMap((id): Target[] => {
    const block = findBlock(arrangement, id)?.block;
    return block ? [{ id, ...rectOf(block) }] : [];
  });
  return inSections(arrangement, targets, (result, at, own) =>
    alignment === 'size'
      ? resizeTo(
          result,
          own.map((rect) => ({ ...rect, w: lead.w, h: lead.h, x: within(rect.x, lead.w) })),
        )
      : moveTo(result, at, aligned(own, alignment)).arrangement,
  );
}

function aligned(
  rects: readonly Target[],
  alignment: Exclude<Alignment, 'size'>,
): readonly Target[] {
  const left = Math.min(...rects.map(({ x }) => x));
  const right = Math.max(...rects.map(({ x, w }) => x + w));
  const top = Math.min(...rects.map(({ y }) => y));
  switch (alignment) {
    case 'left':
      return rects.map((rect) => ({ ...rect, x: left }));
    case 'right':
      return rects.map((rect) => ({ ...rect, x: right - rect.w }));
    case 'top':
      return rects.map((rect) => ({ ...rect, y: top }));
    case 'distribute': {
      const w = Math.max(1, Math.floor(COLUMNS / rects.length));
      const inOrder = [...rects].sort((a, b) => a.y - b.y || a.x - b.x);
      return inOrder.map((rect, n) => ({ ...rect, w, x: within(n * w, w), y: top }));
    }
  }
}

const within = (x: number, w: number) => Math.min(x, COLUMNS - w);

const rectOf = ({ x, y, w, h }: Rect): Rect => ({ x, y, w, h });
