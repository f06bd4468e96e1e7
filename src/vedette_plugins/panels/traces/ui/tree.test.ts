import { describe, expect, it } from 'vitest';
import { criticalPath } from './criticalPath';
import type { Span } from './span';
import { collapsedFrom, traceTree, visibleRows, withAncestors } from './tree';

function span(row: number, id: string, parentId: string, start: number, duration: number): Span {
  return { row, id, parentId, start, duration, name: id, service: 'shop', isError: false };
}

/** Numbers in 0..1 that are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Any trace: orphans, circles, ids that repeat, clocks that are off. */
function anyTrace(seed: number): Span[] {
  const random = dice(seed);
  const count = 1 + Math.floor(random() * 40);
  return Array.from({ length: count }, (_, row) => {
    const parent = random() < 0.1 ? 'lost' : String(Math.floor(random() * count));
    return span(
      row,
      random() < 0.1 ? 'twin' : String(row),
      row === 0 ? '' : parent,
      random() * 100 - 10,
      random() < 0.1 ? 0 : random() * 120,
    );
  });
}

const seeds = Array.from({ length: 300 }, (_, index) => index + 1);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

describe('the tree of a trace', () => {
  it('holds every span once, with what is below it right behind it, whatever the parents say', () => {
    for (const seed of seeds) {
      const all = anyTrace(seed);
      const { spans, parent, end, depth } = traceTree(all);
      expect(new Set(spans)).toEqual(new Set(all));
      expect(spans).toHaveLength(all.length);
      spans.forEach((_, at) => {
        const above = parent[at]!;
        expect(depth[at]).toBe(above < 0 ? 0 : depth[above]! + 1);
        if (above >= 0) expect(above < at && end[at]! <= end[above]!).toBe(true);
        expect(end[at]).toBeGreaterThan(at);
      });
    }
  });

  it('puts children in the order they began', () => {
    const { spans } = traceTree([
      span(0, 'a', '', 0, 10),
      span(1, 'late', 'a', 5, 1),
      span(2, 'early', 'a', 1, 1),
    ]);
    expect(spans.map(({ id }) => id)).toEqual(['a', 'early', 'late']);
  });

  it('makes roots of spans whose parent is missing and says so', () => {
    const tree = traceTree([span(0, 'a', '', 0, 10), span(1, 'b', 'gone', 5, 1)]);
    expect([...tree.depth]).toEqual([0, 0]);
    expect([...tree.orphans].map(({ id }) => id)).toEqual(['b']);
  });

  it('is laid out at once for 100,000 spans, wide or deep', () => {
    const wide = Array.from({ length: 100_000 }, (_, row) =>
      span(row, `${row}`, row ? '0' : '', row, 1),
    );
    const deep = Array.from({ length: 100_000 }, (_, row) =>
      span(row, `${row}`, row ? `${row - 1}` : '', row, 100_000 - row),
    );
    const started = performance.now();
    for (const spans of [wide, deep]) criticalPath(traceTree(spans));
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(traceTree(deep).deepest).toBe(100_000);
  });

  it('hides what is below a collapsed span', () => {
    const tree = traceTree([
      span(0, 'a', '', 0, 10),
      span(1, 'b', 'a', 1, 5),
      span(2, 'c', 'b', 2, 1),
      span(3, 'd', 'a', 7, 1),
    ]);
    expect(visibleRows(tree, new Set(['1']))).toEqual([0, 1, 3]);
    expect(visibleRows(tree, collapsedFrom(tree, 0))).toEqual([0]);
    expect(visibleRows(tree, new Set(), withAncestors(tree, [2]))).toEqual([0, 1, 2]);
  });
});

describe('the critical path', () => {
  it('covers the time of the root without gap or overlap, on spans that ran then', () => {
    for (const seed of seeds) {
      const tree = traceTree(anyTrace(seed));
      const segments = [...criticalPath(tree)].flatMap(([at, parts]) =>
        parts.map((part) => ({ at, ...part })),
      );
      segments.sort((a, b) => a.from - b.from);
      const root = tree.spans.find(({ parentId }) => parentId === '')!;
      expect(sum(segments.map(({ from, to }) => to - from))).toBeCloseTo(root.duration, 6);
      segments.forEach(({ at, from, to }, index) => {
        const owner = tree.spans[at]!;
        expect(from).toBeGreaterThanOrEqual(owner.start - 1e-9);
        expect(to).toBeLessThanOrEqual(owner.start + owner.duration + 1e-9);
        const next = segments[index + 1];
        if (next) expect(next.from).toBeCloseTo(to, 9);
      });
    }
  });

  it('follows the child that ended last, then what ran before it', () => {
    const tree = traceTree([
      span(0, 'root', '', 0, 100),
      span(1, 'first', 'root', 10, 30),
      span(2, 'beside', 'root', 45, 20),
      span(3, 'last', 'root', 50, 40),
    ]);
    const named = [...criticalPath(tree)].map(([at, parts]) => [tree.spans[at]?.id, parts]);
    expect(Object.fromEntries(named)).toEqual({
      root: [
        { from: 0, to: 10 },
        { from: 40, to: 50 },
        { from: 90, to: 100 },
      ],
      first: [{ from: 10, to: 40 }],
      last: [{ from: 50, to: 90 }],
    });
  });

  it('counts a child that outlives its parent only as far as the parent', () => {
    const tree = traceTree([span(0, 'root', '', 0, 100), span(1, 'async', 'root', 60, 900)]);
    expect(criticalPath(tree).get(1)).toEqual([{ from: 60, to: 100 }]);
  });
});
