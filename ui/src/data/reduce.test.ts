import { describe, expect, test } from 'vitest';
import { reduceField, reduceFieldAny, reducers } from './reduce';
import { oracle } from './testing/oracle';

const COLUMNS: Record<string, (number | null)[]> = {
  plain: [3, 1, 4, 1, 5, 9, 2, 6],
  'with gaps': [null, 1, null, 3, 2, null],
  counter: [10, 20, 5, 15, 30, 2],
  zeros: [0, 0, 0],
  negative: [-3, -1, -2],
  single: [42],
  'falling then rising': [9, 7, 5, 8, 11],
  fractions: [0.1, 0.2, 0.30000000000000004, 1e-9],
  large: Array.from({ length: 501 }, (_, i) => (i * 7919) % 1009),
};

/** Ids whose result differs on purpose, and why. */
const KNOWN_DIFFERENCES: Record<string, string> = {
  stdDev: 'compared with a tolerance: ours takes two passes, which loses fewer digits',
  variance: 'as stdDev',
  delta:
    'the package of version 13 drops what a counter gained after a reset, version 10.4 counts it and so do we',
  logmin: 'without a positive value ours has none, theirs is the largest number there is',
};
const ROUNDED = ['stdDev', 'variance'];

const close = (id: string): boolean => ROUNDED.includes(id) || id === 'mean' || id === 'sum';

describe('calculations over a column', () => {
  test('every id that stored options may hold is offered', () => {
    const ours = new Set(reducers.map((reducer) => reducer.id));
    expect(
      oracle.fieldReducers
        .list()
        .map((reducer) => reducer.id)
        .filter((id) => !ours.has(id)),
    ).toEqual([]);
  });

  const ids = reducers.map((reducer) => reducer.id);
  test.each(Object.keys(COLUMNS))('%s: the same results as users know', (name) => {
    const values = COLUMNS[name] ?? [];
    const different: string[] = [];
    for (const id of ids) {
      if (id in KNOWN_DIFFERENCES && !ROUNDED.includes(id)) continue;
      const field = { name: 'v', type: oracle.FieldType.number, values: [...values], config: {} };
      const wanted: unknown = oracle.reduceField({ field, reducers: [id] })[id];
      const ours = reduceFieldAny({ type: 'number', values }, id);
      const same = close(id)
        ? Math.abs(Number(ours) - Number(wanted)) < 1e-9
        : JSON.stringify(ours) === JSON.stringify(wanted);
      if (!same) different.push(`${id}: ${JSON.stringify(ours)} instead of ${JSON.stringify(wanted)}`);
    }
    expect(different).toEqual([]);
  });

  test('an empty column has no value, and nothing in it counts as zero', () => {
    expect(reduceField({ type: 'number', values: [] }, 'mean')).toBeNull();
    expect(reduceField({ type: 'number', values: [] }, 'lastNotNull')).toBeNull();
    expect(reduceField({ type: 'number', values: [] }, 'count')).toBe(0);
    expect(reduceField({ type: 'number', values: [null, null] }, 'max')).toBeNull();
  });

  test('a counter that starts again counts from zero', () => {
    expect(reduceField({ type: 'number', values: [10, 20, 5, 15, 30, 2] }, 'delta')).toBe(10 + 15 + 15 + 2);
    expect(reduceField({ type: 'number', values: [1, 4, 9] }, 'delta')).toBe(8);
  });

  test('the smallest positive value passes over zero and below', () => {
    expect(reduceField({ type: 'number', values: [0, -2, 5, 3] }, 'logmin')).toBe(3);
    expect(reduceField({ type: 'number', values: [0, 0] }, 'logmin')).toBeNull();
  });

  test('NaN is no value for the last known one', () => {
    expect(reduceField({ type: 'number', values: [1, 2, NaN] }, 'lastNotNull')).toBe(2);
  });

  test('columns of text keep their first and last word', () => {
    expect(reduceFieldAny({ type: 'string', values: ['a', 'b', null] }, 'lastNotNull')).toBe('b');
    expect(reduceFieldAny({ type: 'string', values: ['a', 'b', 'a'] }, 'distinctCount')).toBe(2);
  });

  test('an unknown calculation gives nothing', () => {
    expect(reduceField({ type: 'number', values: [1] }, 'nope')).toBeNull();
  });
});
