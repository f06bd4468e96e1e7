import { describe, expect, test } from 'vitest';
import type { PanelModel } from '../../../../../data';
import { layoutDashboard, type LayoutItem } from '../../../model/layout';
import {
  findBlock,
  readArrangement,
  readingOrder,
  sameArrangement,
  type Arrangement,
  type ValuesOf,
} from './arrangement';
import {
  addBlocks,
  align,
  firstFreePlace,
  moveInOrder,
  moveRow,
  moveToSection,
  removeBlocks,
  removeRow,
} from './order';
import { moveTo, resizeTo } from './place';
import { draggedRect, fillFree, moveToSpot, setRects, spotOf, stepSize, stepSpot } from './steps';
import { writeArrangement } from './write';

const noValues: ValuesOf = () => undefined;

function panel(
  id: number,
  [x, y, w, h]: readonly [number, number, number, number],
  more: Partial<PanelModel> = {},
): PanelModel {
  return { id, type: 'timeseries', title: `Panel ${id}`, gridPos: { h, w, x, y }, ...more };
}

const row = (id: number, y: number, more: Partial<PanelModel> = {}) =>
  panel(id, [0, y, 24, 1], { type: 'row', ...more });

const read = (panels: PanelModel[], valuesOf = noValues) => readArrangement(panels, valuesOf);

function placesOf({ sections }: Arrangement): Record<string, number[]> {
  return Object.fromEntries(
    sections.flatMap(({ blocks }, section) =>
      blocks.map(({ panel: { id }, x, y, w, h }) => [id, [section, x, y, w, h]]),
    ),
  );
}

/** Moves by a distance from where the panel is, as a drag does. */
function drag(arrangement: Arrangement, id: number, dx: number, dy: number) {
  const found = findBlock(arrangement, id)!;
  const { x, y, w, h } = found.block;
  return moveTo(arrangement, found.section, [{ id, x: x + dx, y: y + dy, w, h }]);
}

describe('moving', () => {
  const pair = () => [panel(1, [0, 0, 12, 8]), panel(2, [12, 0, 12, 8])];

  test('a panel that covers an equal neighbor swaps with it', () => {
    const { arrangement, swapped } = drag(read(pair()), 1, 9, 1);
    expect(swapped?.panel.id).toBe(2);
    expect(placesOf(arrangement)).toEqual({ 1: [0, 12, 0, 12, 8], 2: [0, 0, 0, 12, 8] });
  });

  test('a panel that covers less than that pushes it down', () => {
    const { arrangement, swapped } = drag(read(pair()), 1, 4, 0);
    expect(swapped).toBeUndefined();
    expect(placesOf(arrangement)).toEqual({ 1: [0, 4, 0, 12, 8], 2: [0, 12, 8, 12, 8] });
  });

  test('a free place is taken without moving anything', () => {
    const before = read([panel(1, [0, 0, 6, 4]), panel(2, [12, 0, 12, 8])]);
    expect(placesOf(drag(before, 1, 5, 0).arrangement)).toEqual({
      1: [0, 5, 0, 6, 4],
      2: [0, 12, 0, 12, 8],
    });
  });

  test('dragged beyond the middle of the panel below, it stands below', () => {
    const before = read([panel(1, [0, 0, 24, 8]), panel(2, [0, 8, 24, 4])]);
    expect(placesOf(drag(before, 1, 0, 1).arrangement)).toEqual(placesOf(before));
    expect(placesOf(drag(before, 1, 0, 3).arrangement)).toEqual({
      1: [0, 0, 4, 24, 8],
      2: [0, 0, 0, 24, 4],
    });
  });

  test('several panels keep their distance', () => {
    const before = read([
      panel(1, [0, 0, 6, 4]),
      panel(2, [6, 0, 6, 4]),
      panel(3, [0, 4, 12, 4]),
      panel(4, [12, 0, 12, 8]),
    ]);
    const { arrangement } = moveToSpot(before, [1, 2, 3], { section: 0, x: 12, y: 0 });
    expect(placesOf(arrangement)).toEqual({
      1: [0, 12, 0, 6, 4],
      2: [0, 18, 0, 6, 4],
      3: [0, 12, 4, 12, 4],
      4: [0, 12, 8, 12, 8],
    });
  });

  test('a panel moves into a closed row, and what is stored says so', () => {
    const panels = [
      panel(1, [0, 0, 12, 8]),
      row(10, 8, { collapsed: true, panels: [panel(2, [0, 9, 24, 6])] }),
      row(11, 9),
      panel(3, [0, 10, 24, 4]),
    ];
    const before = read(panels);
    const after = moveToSection(before, [1], 1);
    const stored = writeArrangement(panels, before, after);
    expect(stored.map(({ id, gridPos }) => [id, gridPos.y])).toEqual([
      [10, 0],
      [11, 1],
      [3, 2],
    ]);
    expect(stored[0]?.panels?.map(({ id, gridPos }) => [id, gridPos.y])).toEqual([
      [2, 1],
      [1, 7],
    ]);
  });

  test('copies of a repeated panel move with it', () => {
    const values: ValuesOf = () => ['a', 'b'].map((value) => ({ text: value, value }));
    const before = read(
      [panel(1, [0, 0, 24, 4], { repeat: 'service' }), panel(2, [0, 4, 24, 6])],
      values,
    );
    const { arrangement } = drag(before, 1, 0, 8);
    expect(placesOf(arrangement)).toEqual({ 2: [0, 0, 0, 24, 6], 1: [0, 0, 6, 24, 4] });
    expect(findBlock(arrangement, 1)?.block.tiles).toEqual([
      { x: 0, y: 6, w: 12, h: 4 },
      { x: 12, y: 6, w: 12, h: 4 },
    ]);
  });
});

describe('sizes', () => {
  const wide = () => [panel(1, [0, 0, 24, 8]), panel(2, [0, 8, 12, 8])];

  test('handle, keys, preset and number field give the same place', () => {
    const before = read(wide());
    const found = findBlock(before, 1)!;
    const half = { w: 12, h: 8 };
    const far = stepSize(before, 1, { w: 18, h: 8 }, 'left', true);
    expect(far).toEqual(half);
    expect(draggedRect(before, found, 'e', { dx: -12.3, dy: 0 })).toMatchObject(half);
    const stored = [
      resizeTo(before, [{ id: 1, x: 0, y: 0, ...far }]),
      setRects(before, [1], { w: 12 }),
    ].map((after) => JSON.stringify(writeArrangement(wide(), read(wide()), after)));
    expect(new Set(stored).size).toBe(1);
  });

  test('a new size stays at least as large as a panel has to be', () => {
    const before = read([panel(1, [0, 0, 12, 8]), panel(2, [12, 0, 2, 1])]);
    expect(draggedRect(before, findBlock(before, 1)!, 'se', { dx: -20, dy: -20 })).toMatchObject({
      w: 4,
      h: 3,
    });
    expect(draggedRect(before, findBlock(before, 2)!, 'se', { dx: -20, dy: -20 })).toMatchObject({
      w: 2,
      h: 1,
    });
  });

  test('a dragged edge is caught by the width and the bottom of neighbors', () => {
    const before = read([panel(1, [0, 0, 8, 8]), panel(2, [8, 0, 8, 5]), panel(3, [0, 8, 10, 4])]);
    const rect = draggedRect(before, findBlock(before, 3)!, 'e', { dx: -2.6, dy: 0 });
    expect(rect.w).toBe(8);
    expect(draggedRect(before, findBlock(before, 1)!, 's', { dx: 0, dy: -2.4 }).h).toBe(5);
  });

  test('an edge fills the free space up to its neighbors', () => {
    const before = read([
      panel(1, [0, 0, 6, 4]),
      panel(2, [12, 0, 12, 8]),
      panel(3, [0, 8, 24, 4]),
    ]);
    expect(placesOf(fillFree(before, 1, 'e'))[1]).toEqual([0, 0, 0, 12, 4]);
    expect(placesOf(fillFree(before, 1, 'se'))[1]).toEqual([0, 0, 0, 12, 8]);
  });
});

describe('keys', () => {
  test('an arrow goes on until the layout becomes another one', () => {
    const before = read([panel(1, [0, 0, 24, 8]), panel(2, [0, 8, 24, 8])]);
    const spot = stepSpot(before, [1], spotOf(before, [1])!, 'down');
    expect(placesOf(moveToSpot(before, [1], spot).arrangement)[1]).toEqual([0, 0, 8, 24, 8]);
    const back = stepSpot(before, [1], spot, 'up');
    expect(sameArrangement(moveToSpot(before, [1], back).arrangement, before)).toBe(true);
  });

  test('Shift goes six columns or to the next edge, Home and End to the ends', () => {
    const before = read([panel(1, [0, 0, 6, 4]), panel(2, [10, 0, 6, 4])]);
    const start = spotOf(before, [1])!;
    const right = stepSpot(before, [1], start, 'right', true);
    expect(right.x).toBe(4);
    expect(stepSpot(before, [1], right, 'last').x).toBe(18);
    expect(stepSpot(before, [1], right, 'first').x).toBe(0);
  });

  test('a panel at the end of a row goes on into the next row', () => {
    const before = read([panel(1, [0, 0, 24, 8]), row(10, 8), panel(2, [0, 9, 24, 4])]);
    const spot = stepSpot(before, [1], spotOf(before, [1])!, 'down');
    expect(spot).toMatchObject({ section: 1, y: 0 });
    const { arrangement } = moveToSpot(before, [1], spot);
    expect(placesOf(arrangement)).toEqual({ 1: [1, 0, 0, 24, 8], 2: [1, 0, 8, 24, 4] });
    expect(stepSpot(before, [1], spotOf(before, [1])!, 'bottom')).toMatchObject({ section: 1 });
    expect(stepSpot(arrangement, [1], spotOf(arrangement, [1])!, 'up')).toMatchObject({
      section: 0,
    });
  });
});

describe('order and rows', () => {
  test('Move up swaps with the panel before and keeps sizes', () => {
    const before = read([panel(1, [0, 0, 8, 8]), panel(2, [8, 0, 16, 8]), panel(3, [0, 8, 24, 4])]);
    expect(placesOf(moveInOrder(before, 2, -1))).toEqual({
      2: [0, 0, 0, 16, 8],
      1: [0, 16, 0, 8, 8],
      3: [0, 0, 8, 24, 4],
    });
    const up = moveInOrder(before, 3, -1);
    expect(readingOrder(up.sections[0]!).map((block) => block.panel.id)).toEqual([1, 3, 2]);
    expect(sameArrangement(moveInOrder(moveInOrder(before, 2, -1), 2, 1), before)).toBe(true);
  });

  test('at the end of a row, Move down goes into the next row', () => {
    const before = read([panel(1, [0, 0, 24, 8]), row(10, 8), panel(2, [0, 9, 24, 4])]);
    const after = moveInOrder(before, 1, 1);
    expect(placesOf(after)[1]).toEqual([1, 0, 0, 24, 8]);
    expect(sameArrangement(moveInOrder(after, 1, -1), before)).toBe(true);
  });

  test('a row moves with its panels, and its removal leaves them or not', () => {
    const panels = [row(10, 0), panel(1, [0, 1, 24, 8]), row(11, 9), panel(2, [0, 10, 24, 4])];
    const before = read(panels);
    const moved = writeArrangement(panels, before, moveRow(before, 11, 1));
    expect(moved.map(({ id, gridPos }) => [id, gridPos.y])).toEqual([
      [10, 5],
      [1, 6],
      [11, 0],
      [2, 1],
    ]);
    const kept = writeArrangement(panels, before, removeRow(before, 11, false));
    expect(kept.map(({ id, gridPos }) => [id, gridPos.y])).toEqual([
      [10, 0],
      [1, 1],
      [2, 9],
    ]);
    const gone = writeArrangement(panels, before, removeRow(before, 11, true));
    expect(gone).toEqual(panels.slice(0, 2));
  });

  test('a new panel takes the first free place, else the end', () => {
    const before = read([
      panel(1, [0, 0, 12, 4]),
      panel(2, [12, 0, 12, 8]),
      panel(3, [0, 8, 24, 4]),
    ]);
    expect(firstFreePlace(before, { w: 12, h: 4 })).toEqual({
      section: 0,
      rect: { x: 0, y: 4, w: 12, h: 4 },
    });
    expect(firstFreePlace(before, { w: 13, h: 4 }).rect).toMatchObject({ x: 0, y: 12 });
  });

  test('panels are distributed over the width', () => {
    const before = read([1, 2, 3].map((id) => panel(id, [0, id * 4, 24, 4])));
    expect(placesOf(align(before, [1, 2, 3], 'distribute'))).toEqual({
      1: [0, 0, 0, 8, 4],
      2: [0, 8, 0, 8, 4],
      3: [0, 16, 0, 8, 4],
    });
  });
});

describe('what is stored', () => {
  test('only panels whose place changed are written, and their other keys stay', () => {
    const panels = [panel(1, [0, 0, 12, 8]), panel(2, [12, 0, 12, 8]), panel(3, [0, 8, 24, 4])];
    panels[0]!.gridPos = { static: true, ...panels[0]!.gridPos };
    const before = read(panels);
    const stored = writeArrangement(panels, before, drag(before, 1, 12, 0).arrangement);
    expect(stored[2]).toBe(panels[2]);
    expect(JSON.stringify(stored[0]!.gridPos)).toBe('{"static":true,"h":8,"w":12,"x":12,"y":0}');
    expect(writeArrangement(panels, before, drag(before, 1, 0, 0).arrangement)).toBe(panels);
  });

  test('panels below a closed row stay outside of it', () => {
    const panels = [
      panel(1, [0, 0, 24, 8]),
      row(10, 8, { collapsed: true, panels: [panel(2, [0, 9, 24, 4])] }),
      panel(3, [0, 9, 24, 4]),
      row(11, 13),
      panel(4, [0, 14, 24, 4]),
    ];
    const before = read(panels);
    const stored = writeArrangement(panels, before, setRects(before, [1], { h: 10 }));
    expect(stored.map(({ id, gridPos }) => [id, gridPos.y])).toEqual([
      [1, 0],
      [10, 10],
      [3, 11],
      [11, 15],
      [4, 16],
    ]);
    expect(stored[1]?.panels?.map(({ id }) => id)).toEqual([2]);
  });
});

/** A small generator of numbers: the same seed gives the same layouts. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function generated(seed: number) {
  const next = random(seed);
  const panels: PanelModel[] = [];
  let id = 1;
  let y = 0;
  for (let section = 0; section <= next(4); section += 1) {
    const members = Array.from({ length: next(7) }, () => {
      const w = 2 + next(23);
      const repeats = next(6) === 0 && { repeat: 'service', repeatDirection: next(2) ? 'h' : 'v' };
      const at = [next(25 - w), y + 1 + next(20), w, 1 + next(12)] as const;
      return panel(id++, at, repeats as Partial<PanelModel>);
    });
    if (section > 0) {
      const isClosed = next(3) === 0;
      panels.push(row(id++, y, { collapsed: isClosed, panels: isClosed ? members : [] }));
      if (next(5) === 0) panels.at(-1)!.repeat = 'service';
      if (isClosed) y += 1;
      else panels.push(...members);
      if (!isClosed) y += 40;
    } else {
      panels.push(...members);
      y += 40;
    }
  }
  return { panels, next };
}

const services: ValuesOf = (name) =>
  name === 'service' ? ['a', 'b', 'c'].map((value) => ({ text: value, value })) : undefined;

const shown = (panels: PanelModel[]): LayoutItem[] =>
  layoutDashboard({ panels, valuesOf: services, collapsed: allOpen(panels) });

const allOpen = (panels: PanelModel[]) =>
  new Map(
    panels.flatMap(({ id, type }): [string, boolean][] =>
      type === 'row' ? ['', ':a', ':b', ':c'].map((scope) => [`${id}${scope}`, false]) : [],
    ),
  );

/** What is wrong with a layout: overlaps, and gaps above a panel. */
function faults(items: readonly LayoutItem[]): string[] {
  return items.flatMap((a, at) => {
    const isOn = (b: LayoutItem) => a.x < b.x + b.w - 1e-6 && b.x < a.x + a.w - 1e-6;
    const overlap = items.slice(at + 1).find((b) => isOn(b) && a.y < b.y + b.h && b.y < a.y + a.h);
    const rests = a.y === 0 || items.some((b) => b !== a && isOn(b) && b.y + b.h === a.y);
    return [
      ...(overlap ? [`${a.key} overlaps ${overlap.key}`] : []),
      ...(rests || a.kind === 'row' ? [] : [`gap above ${a.key}`]),
      ...(a.x < 0 || a.x + a.w > 24 + 1e-6 ? [`${a.key} is outside`] : []),
    ];
  });
}

const tilesOf = ({ sections }: Arrangement) =>
  sections.map(({ blocks }) => blocks.map(({ tiles }) => tiles));

/** The same from what view mode shows: each panel in the first copy of its row. */
function tilesShown({ sections }: Arrangement, items: readonly LayoutItem[]) {
  return sections.map(({ row: own, blocks }) => {
    const top = own ? items.find(({ panel: { id } }) => id === own.id)!.y + 1 : 0;
    return blocks.map(({ panel: { id }, tiles }) =>
      items
        .filter((item) => item.panel.id === id)
        .slice(0, tiles.length)
        .map(({ x, y, w, h }) => ({ x, y: y - top, w, h })),
    );
  });
}

const rounds = Array.from({ length: 100 }, (_, seed) => seed + 1);

describe('for generated layouts', () => {
  test('nothing overlaps, no gap is left above, and view mode shows the same', () => {
    for (const seed of rounds) {
      const { panels, next } = generated(seed);
      const before = read(panels, services);
      const ids = before.sections.flatMap(({ blocks }) => blocks.map((block) => block.panel.id));
      if (ids.length === 0) continue;
      const id = ids[next(ids.length)]!;
      const section = next(before.sections.length);
      const rows = before.sections.flatMap((one) => (one.row ? [one.row.id] : []));
      const rowId = rows[next(Math.max(1, rows.length))] ?? -1;
      const extra = panel(999, [0, 0, 1 + next(24), 1 + next(8)]);
      const spot = { section, x: next(24), y: next(30) };
      const some = ids.filter(() => next(2) === 0);
      const results = [
        moveToSpot(before, [id], spot).arrangement,
        moveToSpot(before, some, spot).arrangement,
        setRects(before, [id], { w: 1 + next(24), h: 1 + next(12) }),
        setRects(before, some, { w: 6 }),
        moveInOrder(before, id, next(2) ? 1 : -1),
        moveToSection(before, some, section),
        moveRow(before, rowId, next(4)),
        removeRow(before, rowId, next(2) === 0),
        removeBlocks(before, some),
        align(before, some, 'distribute'),
        fillFree(before, id, 'se'),
        addBlocks(before, section, [
          { panel: extra, rect: { ...extra.gridPos, x: 0, y: next(10) } },
        ]),
      ];
      for (const after of results) {
        const stored = writeArrangement(panels, before, after);
        expect(sameArrangement(read(stored, services), after), `seed ${seed}`).toBe(true);
        const items = shown(stored);
        expect(faults(items), `seed ${seed}`).toEqual([]);
        expect(tilesOf(after), `seed ${seed}`).toEqual(tilesShown(after, items));
      }
    }
  });

  test('moving on and back leaves the layout as it was', () => {
    for (const seed of rounds) {
      const { panels, next } = generated(seed);
      const before = read(panels, services);
      const ids = before.sections.flatMap(({ blocks }) => blocks.map((block) => block.panel.id));
      const id = ids[next(Math.max(1, ids.length))];
      if (id === undefined) continue;
      const start = spotOf(before, [id])!;
      moveToSpot(before, [id], { section: 0, x: next(24), y: next(30) });
      const back = moveToSpot(before, [id], start).arrangement;
      expect(sameArrangement(back, before), `seed ${seed}`).toBe(true);
      expect(writeArrangement(panels, before, back)).toBe(panels);
    }
  });

  test('keys end at the borders', () => {
    for (const seed of rounds.slice(0, 60)) {
      const { panels, next } = generated(seed);
      const before = read(panels, services);
      const id = before.sections[0]?.blocks[0]?.panel.id;
      if (id === undefined) continue;
      let spot = spotOf(before, [id])!;
      for (let count = 0; count < 12; count += 1) {
        const steps = ['left', 'right', 'up', 'down', 'top', 'bottom'] as const;
        spot = stepSpot(before, [id], spot, steps[next(6)]!, next(2) === 0);
        expect(spot.x).toBeGreaterThanOrEqual(0);
        expect(spot.y).toBeGreaterThanOrEqual(0);
        expect(before.sections[spot.section]).toBeDefined();
      }
    }
  });
});
