import { describe, expect, it } from 'vitest';
import { alignTables, ascending, type Table } from './align';

describe('alignTables', () => {
  it('takes tables with equal times without copying a column', () => {
    const a: Table = { times: [1, 2, 3], columns: [[1, 2, 3]] };
    const b: Table = { times: [1, 2, 3], columns: [[4, 5, 6]] };
    const joined = alignTables([a, b]);
    expect(joined.times).toBe(a.times);
    expect(joined.columns[1]).toBe(b.columns[0]);
  });

  it('keeps a measured null a gap and leaves times never measured undefined', () => {
    const joined = alignTables([
      { times: [10, 30], columns: [[1, null]] },
      { times: [20, 30, 40], columns: [[5, 6, 7]] },
    ]);
    expect(joined.times).toEqual([10, 20, 30, 40]);
    expect(joined.columns).toEqual([
      [1, undefined, null, undefined],
      [undefined, 5, 6, 7],
    ]);
  });

  it('puts every value of every table at its own time', () => {
    const tables = [3, 5, 7].map((step) => {
      const times = Array.from({ length: 40 }, (_, i) => i * step);
      return { times, columns: [times.map((time) => time * 10)] };
    });
    const joined = alignTables(tables);
    expect([...joined.times].sort((a, b) => a - b)).toEqual(joined.times);
    tables.forEach((table, i) => {
      const found = joined.times.filter((_, row) => joined.columns[i]?.[row] !== undefined);
      expect(found).toEqual(table.times);
      joined.times.forEach((time, row) => {
        const value = joined.columns[i]?.[row];
        if (value !== undefined) expect(value).toBe(time * 10);
      });
    });
  });

  it('snaps times rather than building a table nobody can see, keeping order and ends', () => {
    const tables = Array.from({ length: 60 }, (_, k) => {
      const times = Array.from({ length: 3000 }, (_, i) => i * 1000 + k);
      return { times, columns: [times.map(() => k)] };
    });
    const joined = alignTables(tables);
    expect(joined.times.length).toBeLessThanOrEqual(4097 * 2);
    expect(joined.columns).toHaveLength(60);
    expect(joined.columns[59]?.filter((value) => value === 59).length).toBeGreaterThan(2900);
  });
});

describe('ascending', () => {
  it('sorts rows by time and leaves sorted tables alone', () => {
    const sorted: Table = { times: [1, 2], columns: [[1, 2]] };
    expect(ascending(sorted)).toBe(sorted);
    expect(ascending({ times: [3, 1, 2], columns: [[30, 10, 20]] })).toEqual({
      times: [1, 2, 3],
      columns: [[10, 20, 30]],
    });
  });
});
