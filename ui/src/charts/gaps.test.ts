import { describe, expect, it } from 'vitest';
import { insertGaps, isolatedPoints, spanNulls } from './gaps';

describe('insertGaps', () => {
  it('puts a null where two points are further apart than the interval', () => {
    const table = { times: [0, 60, 240, 300], columns: [[1, 2, 3, 4]] };
    expect(insertGaps(table, 60)).toEqual({
      times: [0, 60, 120, 240, 300],
      columns: [[1, 2, null, 3, 4]],
    });
  });

  it('leaves an even series, and one of unknown interval, as it is', () => {
    const table = { times: [0, 60, 120], columns: [[1, 2, 3]] };
    expect(insertGaps(table, 60)).toBe(table);
    expect(insertGaps({ times: [0, 900], columns: [[1, 2]] }, undefined).times).toHaveLength(2);
  });
});

describe('spanNulls', () => {
  const times = [0, 10, 20, 30, 40, 50, 60];
  const column = [1, null, 3, null, null, null, 7];

  it('keeps every gap when off', () => {
    expect(spanNulls(times, column, false)).toBe(column);
  });

  it('crosses every gap when on, but not the ends', () => {
    expect(spanNulls(times, [null, ...column.slice(1)], true)).toEqual([
      null,
      null,
      3,
      undefined,
      undefined,
      undefined,
      7,
    ]);
  });

  it('crosses only gaps shorter than the milliseconds given', () => {
    expect(spanNulls(times, column, 30)).toEqual([1, undefined, 3, null, null, null, 7]);
  });
});

describe('isolatedPoints', () => {
  it('finds the values no line would reach', () => {
    expect(isolatedPoints([null, 5, null, 6, 7, null, 8])).toEqual([1, 6]);
  });

  it('does not take a value for isolated that a line reaches across unmeasured times', () => {
    expect(isolatedPoints([5, undefined, 6, null])).toEqual([]);
  });
});
