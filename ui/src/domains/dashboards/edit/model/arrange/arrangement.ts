/**
 * The panels of a dashboard as they stand in its rows. Units and packing are those of view mode: 24
 * columns, and every panel rests on what is above it. `y` counts from the top of the section.
 */
import type { PanelModel } from '../../../../../data';
import {
  bottomOf,
  placeSection,
  scopesOf,
  sectionsOf,
  sizeOf,
  type LayoutInput,
  type RepeatScope,
} from '../../../model/layout';

export type ValuesOf = LayoutInput['valuesOf'];

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One panel with everything that it covers: several tiles where it repeats. */
export interface Block extends Rect {
  panel: PanelModel;
  tiles: readonly Rect[];
}

export interface ArrangedSection {
  row: PanelModel | null;
  /** Values of the row's first copy. */
  scope: RepeatScope;
  /** In the order in which they are packed. */
  blocks: readonly Block[];
}

export interface Arrangement {
  sections: readonly ArrangedSection[];
  valuesOf: ValuesOf;
}

/** What a block needs before it is packed. */
export interface Unpacked {
  panel: PanelModel;
  x: number;
  w: number;
  h: number;
}

export function readArrangement(panels: readonly PanelModel[], valuesOf: ValuesOf): Arrangement {
  const sections = sectionsOf(panels).map(({ row, panels: members }) => {
    const scope = scopesOf(row, valuesOf)[0] ?? {};
    const unpacked = members.map((panel) => ({ panel, ...sizeOf(panel) }));
    return { row, scope, blocks: pack(unpacked, scope, valuesOf) };
  });
  return { sections, valuesOf };
}

/** Places the blocks one after the other, each as high as the ones before it allow. */
export function pack(
  order: readonly Unpacked[],
  scope: RepeatScope,
  valuesOf: ValuesOf,
): readonly Block[] {
  const sources = new Map<PanelModel, Unpacked>();
  const placed = placeSection(
    order.map((block) => {
      const { x, w, h, panel } = block;
      const sized = { ...panel, gridPos: { x, y: 0, w, h } };
      sources.set(sized, block);
      return sized;
    }),
    scope,
    valuesOf,
  );
  const tiles = new Map<PanelModel, Rect[]>();
  for (const { panel, x, y, w, h } of placed) {
    const known = tiles.get(panel);
    if (known) known.push({ x, y, w, h });
    else tiles.set(panel, [{ x, y, w, h }]);
  }
  return [...tiles].flatMap(([sized, own]) => {
    const source = sources.get(sized);
    if (!source) return [];
    const { panel, x, w, h } = source;
    return [{ panel, x, y: own[0]?.y ?? 0, w, h, tiles: own }];
  });
}

/** What the panel would cover with its top at `y`, were nothing else there. */
export function tilesAt(
  block: Unpacked,
  y: number,
  { scope }: ArrangedSection,
  valuesOf: ValuesOf,
): readonly Rect[] {
  const tiles = pack([block], scope, valuesOf)[0]?.tiles ?? [];
  return tiles.map((tile) => ({ ...tile, y: tile.y + y }));
}

export function repack(
  section: ArrangedSection,
  order: readonly Unpacked[],
  valuesOf: ValuesOf,
): ArrangedSection {
  return { ...section, blocks: pack(order, section.scope, valuesOf) };
}

export interface Found {
  section: number;
  index: number;
  block: Block;
}

export function findBlock({ sections }: Arrangement, id: number): Found | undefined {
  for (const [section, { blocks }] of sections.entries()) {
    const index = blocks.findIndex((block) => block.panel.id === id);
    const block = blocks[index];
    if (block) return { section, index, block };
  }
  return undefined;
}

export const sectionBottom = (section: ArrangedSection | undefined): number =>
  bottomOf((section?.blocks ?? []).flatMap((block) => block.tiles));

/**
 * Lines that sort packed blocks into their order again. They differ from `y` only where copies of a
 * repeated panel stand on several lines.
 */
export function sortingLines(blocks: readonly Block[]): readonly number[] {
  if (blocks.every(({ tiles }) => tiles.length === 1)) return blocks.map(({ y }) => y);
  let last = { x: -1, y: -1 };
  return blocks.map((block) => {
    const comesLater = block.y > last.y || (block.y === last.y && block.x > last.x);
    const y = comesLater ? block.y : last.y + (block.x > last.x ? 0 : 1);
    last = { x: block.x, y };
    return y;
  });
}

/** Panels in the order in which they are read; the order that *Move up* and *Move down* follow. */
export function readingOrder({ blocks }: ArrangedSection): readonly Block[] {
  const lines = sortingLines(blocks);
  return blocks
    .map((block, at) => ({ block, y: lines[at] ?? block.y }))
    .sort((a, b) => a.y - b.y || a.block.x - b.block.x)
    .map(({ block }) => block);
}

export function sameArrangement(a: Arrangement, b: Arrangement): boolean {
  return (
    a.sections.length === b.sections.length &&
    a.sections.every((section, at) => sameSection(section, b.sections[at]))
  );
}

function sameSection(a: ArrangedSection, b: ArrangedSection | undefined): boolean {
  if (a === b) return true;
  if (!b || a.row?.id !== b.row?.id || a.blocks.length !== b.blocks.length) return false;
  const others = new Map(b.blocks.map((block) => [block.panel.id, block]));
  return a.blocks.every((block) => {
    const other = others.get(block.panel.id);
    return other !== undefined && sameRect(block, other) && sameTiles(block, other);
  });
}

const sameTiles = (a: Block, b: Block) =>
  a.tiles.length === b.tiles.length &&
  a.tiles.every((tile, at) => {
    const other = b.tiles[at];
    return other !== undefined && sameRect(tile, other);
  });

export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

const EPSILON = 1e-6;

export const columnsOverlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w - EPSILON && b.x < a.x + a.w - EPSILON;

export const linesOverlap = (a: Rect, b: Rect): boolean => a.y < b.y + b.h && b.y < a.y + a.h;

export const overlaps = (a: Rect, b: Rect): boolean => columnsOverlap(a, b) && linesOverlap(a, b);

export function anyPair(
  some: readonly Rect[],
  others: readonly Rect[],
  test: (a: Rect, b: Rect) => boolean,
): boolean {
  return some.some((a) => others.some((b) => test(a, b)));
}
