import { describe, expect, test } from 'vitest';
import { reduceField, reduceFieldAny, reducers } from './reduce';
import type { FieldType } from './frame';
import { unexplained, written, type Meant } from './testing/differences';
import { oracle } from './testing/oracle';

const COLUMNS: Record<string, [FieldType, unknown[]]> = {
  plain: ['number', [3, 1, 4, 1, 5, 9, 2, 6]],
  'with gaps': ['number', [null, 1, null, 3, 2, null]],
  'gap first': ['number', [null, 3, 9]],
  missing: ['number', [undefined, 2]],
  counter: ['number', [10, 20, 5, 15, 30, 2]],
  zeros: ['number', [0, 0, 0]],
  'zeros and gaps': ['number', [0, null, 0]],
  negative: ['number', [-3, -1, -2]],
  single: ['number', [42]],
  'falling then rising': ['number', [9, 7, 5, 8, 11]],
  fractions: ['number', [0.1, 0.2, 0.30000000000000004, 1e-9]],
  large: ['number', Array.from({ length: 501 }, (_, i) => (i * 7919) % 1009)],
  'from zero': ['number', [0, 5]],
  'with NaN': ['number', [NaN, 1, 5, NaN]],
  'only NaN': ['number', [NaN, NaN]],
  infinite: ['number', [1, Infinity, 3]],
  'only gaps': ['number', [null, null]],
  empty: ['number', []],
  boolean: ['boolean', [true, false, null, true]],
  text: ['string', ['b', 'a', '', null, 'b', '12']],
  time: ['time', [1000, 3000, 2000]],
  enum: ['enum', [0, 2, 2]],
  other: ['other', [{ a: 1 }, null]],
};

/** Columns and calculations whose result differs on purpose, and why. */
const MEANT: Meant = [
  [
    / delta: /,
    'version 13 of the package drops what a counter gained after a reset; 10.4 counts it and so do we',
  ],
  [/ diffperc: /, 'version 13 gives percent, 10.4 and ours a share of the first value'],
  [
    /: null instead of ("<NaN>"|0|1\.7976931348623157e\+308)$/,
    'a calculation over no number has no result; the package returns what it started with',
  ],
  [/ logmin: 1 instead of/, 'booleans count as 0 and 1, as below'],
  [
    /^boolean (min|max|mean|avg|variance|stdDev|sum|total|range|delta|step|diff|median|p\d+): /,
    'booleans count as 0 and 1; the package ignores them',
  ],
  [
    /^(boolean|text|enum|other) allIsNull: false/,
    'only missing values are null; the package says so of any text',
  ],
  [/^with NaN (variance|stdDev|median|p\d+): /, 'NaN is left out, as it is of sum and mean'],
  [/^missing (changeCount|distinctCount|median|p\d+): /, 'an absent value counts as null does'],
  [/^(text|enum|other) (median|diff|p\d+): null/, 'texts and positions are no quantities'],
  [/^empty \w+(Count|Values): /, 'a count of no rows is 0 and a list of them empty, not missing'],
];
const ROUNDED = ['stdDev', 'variance', 'mean', 'sum'];
const OLD_NAMES = ['current', 'avg', 'total'];

describe('calculations over a column', () => {
  test('the ids and names are those of the package, no more and no less', () => {
    const listed = (all: readonly { id: string; name: string }[]): string[] =>
      all.map(({ id, name }) => `${id} ${name}`).sort();
    expect(listed(reducers)).toEqual(listed(oracle.fieldReducers.list()));
  });

  const ids = [...reducers.map((reducer) => reducer.id), ...OLD_NAMES];
  test('the same results as users know', () => {
    const different: string[] = [];
    for (const [name, [type, values]] of Object.entries(COLUMNS)) {
      for (const id of ids) {
        const field = { name: 'v', type: type as never, values: [...values], config: {} };
        const known = oracle.fieldReducers.get(id).id;
        const wanted: unknown = oracle.reduceField({ field, reducers: [known] })[known];
        const ours = reduceFieldAny({ type, values }, id);
        const close = ROUNDED.includes(known) && Math.abs(Number(ours) - Number(wanted)) < 1e-9;
        const same =
          (close && wanted !== null && ours !== null) || written(ours) === written(wanted);
        if (!same) different.push(`${name} ${id}: ${written(ours)} instead of ${written(wanted)}`);
      }
    }
    expect(unexplained(different, MEANT)).toEqual([]);
  });

  test('the difference in percent is a share, which units of percent show', () => {
    expect(reduceField({ type: 'number', values: [4, 6] }, 'diffperc')).toBe(0.5);
    expect(reduceField({ type: 'number', values: [4, null] }, 'diffperc')).toBe(0);
    expect(reduceField({ type: 'number', values: [null] }, 'diffperc')).toBeNull();
  });

  test('a step takes two values', () => {
    expect(reduceField({ type: 'number', values: [3, 10, 12] }, 'step')).toBe(2);
    expect(reduceField({ type: 'number', values: [3] }, 'step')).toBeNull();
  });

  test('an empty column has no value, and nothing in it counts as zero', () => {
    expect(reduceField({ type: 'number', values: [] }, 'mean')).toBeNull();
    expect(reduceField({ type: 'number', values: [] }, 'lastNotNull')).toBeNull();
    expect(reduceField({ type: 'number', values: [] }, 'count')).toBe(0);
    expect(reduceField({ type: 'number', values: [null, null] }, 'max')).toBeNull();
  });

  test('a counter that starts again counts from zero', () => {
    expect(reduceField({ type: 'number', values: [10, 20, 5, 15, 30, 2] }, 'delta')).toBe(
      10 + 15 + 15 + 2,
    );
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
