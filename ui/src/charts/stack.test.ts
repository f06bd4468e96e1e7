import { describe, expect, it } from 'vitest';
import { stackColumns } from './stack';

const times = [0, 1, 2];

describe('stackColumns', () => {
  it('adds each series to those below and names the one it stands on', () => {
    const stacked = stackColumns(times, [
      { values: [1, 2, 3], key: 'A' },
      { values: [10, 20, 30], key: 'A' },
      { values: [5, 5, 5] },
    ]);
    expect(stacked.map(({ values }) => values)).toEqual([
      [1, 2, 3],
      [11, 22, 33],
      [5, 5, 5],
    ]);
    expect(stacked.map(({ below }) => below)).toEqual([undefined, 0, undefined]);
  });

  it('stacks groups apart from each other', () => {
    const stacked = stackColumns(
      [0],
      [
        { values: [1], key: 'A' },
        { values: [2], key: 'B' },
        { values: [4], key: 'A' },
      ],
    );
    expect(stacked.map(({ values }) => values[0])).toEqual([1, 2, 5]);
    expect(stacked[2]?.below).toBe(0);
  });

  it('reaches one at the top of a percent stack, and zero where the total is zero', () => {
    const stacked = stackColumns(times, [
      { values: [1, 0, 3], key: 'A', percent: true },
      { values: [3, 0, 1], key: 'A', percent: true },
    ]);
    expect(stacked[0]?.values).toEqual([0.25, 0, 0.75]);
    expect(stacked[1]?.values).toEqual([1, 0, 1]);
  });

  it('counts a missing value as nothing, and keeps a time without any value a gap', () => {
    const stacked = stackColumns(times, [
      { values: [1, null, null], key: 'A' },
      { values: [10, 20, null], key: 'A' },
    ]);
    expect(stacked[1]?.values).toEqual([11, 20, null]);
    expect(stacked[0]?.values).toEqual([1, 0, null]);
  });

  it('takes a value between two measurements from the line between them', () => {
    const stacked = stackColumns(
      [0, 10, 20],
      [
        { values: [0, undefined, 20], key: 'A' },
        { values: [1, 1, 1], key: 'A' },
      ],
    );
    expect(stacked[1]?.values).toEqual([1, 11, 21]);
  });
});
