import { describe, expect, test } from 'vitest';
import type { ValueMapping } from '../../../../../data';
import { distinctValues, rowsFor, usesOf } from './mappingCounts';
import {
  mappingsOf,
  pastedRows,
  problemOf,
  readRange,
  rowsOf,
  withKind,
  type MappingRow,
} from './mappingRows';
import { fieldOf, frameOf } from './testing';

const value = (match: string, text: string): MappingRow => ({
  id: match,
  kind: 'value',
  match,
  result: { text },
});

const stored = [
  { type: 'value', options: { 1: { text: 'Up', index: 1 }, 0: { text: 'Down', index: 0 } } },
  { type: 'range', options: { from: 2, to: 5, result: { text: 'Degraded', index: 2 } } },
  { type: 'range', options: { from: '6', to: null, result: { index: 3 } } },
  { type: 'regex', options: { pattern: '/^a/i', result: { color: 'red', index: 4 } }, more: 1 },
  { type: 'special', options: { match: 'null', result: { text: 'None', icon: 'x', index: 5 } } },
  { type: 'value', options: { z: { text: 'Z', index: 6 } } },
  { type: 'later', options: { any: 1 } },
] as unknown as ValueMapping[];

describe('stored form', () => {
  test('what is read is what is written, with unknown kinds and keys', () => {
    expect(mappingsOf(rowsOf(stored))).toEqual(stored);
  });

  test('generated mappings come back unchanged', () => {
    let seed = 3;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 200; round += 1) {
      let index = 0;
      const mappings = Array.from({ length: random(6) }, (): ValueMapping => {
        const result = () => ({ text: `t${random(9)}`, index: (index += 1) });
        switch (random(4)) {
          case 0:
            return { type: 'value', options: { a: result(), [random(5)]: result() } };
          case 1:
            return {
              type: 'range',
              options: { ...(random(2) && { from: random(9) - 4 }), to: 9.5, result: result() },
            };
          case 2:
            return { type: 'regex', options: { pattern: 'a.*', result: result() } };
          default:
            return { type: 'special', options: { match: 'nan', result: result() } };
        }
      });
      expect(mappingsOf(rowsOf(mappings))).toEqual(mappings);
    }
  });

  test('values in a row share one mapping; a range between them keeps the order', () => {
    const range: MappingRow = { id: 'r', kind: 'range', match: '2 – 5', result: {} };
    expect(mappingsOf([value('0', 'a'), value('1', 'b'), range, value('9', 'c')])).toEqual([
      { type: 'value', options: { 0: { text: 'a', index: 0 }, 1: { text: 'b', index: 1 } } },
      { type: 'range', options: { from: 2, to: 5, result: { index: 2 } } },
      { type: 'value', options: { 9: { text: 'c', index: 3 } } },
    ]);
  });

  test('a value that is there twice is not lost', () => {
    const mappings = mappingsOf([value('0', 'a'), value('0', 'b')]);
    expect(rowsOf(mappings).map(({ result }) => result.text)).toEqual(['a', 'b']);
  });

  test('moving a value changes the stored positions', () => {
    const rows = rowsOf(stored.slice(0, 1));
    expect(mappingsOf(rows.toReversed())).toEqual([
      { type: 'value', options: { 1: { text: 'Up', index: 0 }, 0: { text: 'Down', index: 1 } } },
    ]);
    expect(rowsOf(mappingsOf(rows.toReversed())).map(({ match }) => match)).toEqual(['1', '0']);
  });

  test('bounds keep the type they were stored in', () => {
    const [row] = rowsOf([
      { type: 'range', options: { from: '6', to: null, result: {} } } as ValueMapping,
    ]);
    expect(row?.match).toBe('6 – 0');
    expect(mappingsOf([{ ...row!, match: '7 – 0' }])[0]?.options).toEqual({
      from: '7',
      to: null,
      result: {},
    });
    expect(mappingsOf([{ ...row!, match: '≥ 7' }])[0]?.options).toEqual({ from: '7', result: {} });
  });

  test('a range that is being typed keeps the last valid one', () => {
    const [row] = rowsOf(stored.slice(1, 2));
    const typed = { ...row!, match: '2 –' };
    expect(problemOf({ ...typed, match: 'two' }, () => undefined)).toContain('2 – 5');
    expect(mappingsOf([{ ...typed, match: 'two' }])[0]?.options).toMatchObject({ from: 2, to: 5 });
    expect(mappingsOf([typed])[0]?.options).toMatchObject({ from: 2 });
  });
});

test.each([
  ['2 – 5', { from: '2', to: '5' }],
  ['2-5', { from: '2', to: '5' }],
  ['-5--1.5', { from: '-5', to: '-1.5' }],
  ['2..5', { from: '2', to: '5' }],
  ['2 to 5', { from: '2', to: '5' }],
  ['>= 1e3', { from: '1e3' }],
  ['≤ -3', { to: '-3' }],
  ['7', { from: '7', to: '7' }],
  ['', {}],
  ['two', undefined],
  ['–', undefined],
  ['1 – x', undefined],
])('the range %j', (text, range) => {
  expect(readRange(text)).toEqual(range);
});

test('another kind keeps what still makes sense', () => {
  expect(withKind(value('7', 'a'), 'range').match).toBe('7');
  expect(withKind(value('up', 'a'), 'range').match).toBe('');
  expect(withKind(value('up', 'a'), 'regex')).toMatchObject({ match: 'up', result: { text: 'a' } });
  expect(withKind(value('up', 'a'), 'special').match).toBe('null');
  expect(withKind({ ...value('2 – 5', 'a'), kind: 'range' }, 'value').match).toBe('2');
});

describe('use', () => {
  const frames = [
    frameOf(
      fieldOf('Time', 'time', [1, 2, 3, 4, 5, 6]),
      fieldOf('state', 'number', [0, 1, 1, 3, null, 1]),
      fieldOf('name', 'string', ['a', 'b', '', 'a', 'c', 'd']),
    ),
  ];
  const rows: MappingRow[] = [
    value('1', 'Up'),
    { id: 'r', kind: 'range', match: '0 – 2', result: {} },
    { id: 's', kind: 'range', match: '1', result: {} },
    { id: 'n', kind: 'special', match: 'null', result: {} },
    value('q', 'Q'),
    { id: 'x', kind: 'regex', match: '/[ab]/', result: {} },
  ];

  test('the first row that matches takes a value; times are left out', () => {
    const { uses, unmapped } = usesOf(rows, distinctValues(frames));
    expect(uses).toEqual([
      { count: 3 },
      { count: 1, takenBy: 0 },
      { count: 0, takenBy: 0 },
      { count: 1 },
      { count: 0 },
      { count: 3 },
    ]);
    expect(unmapped.map((one) => one.value)).toEqual([3, '', 'c', 'd']);
    expect(rowsFor(unmapped).map(({ kind, match }) => [kind, match])).toEqual([
      ['value', '3'],
      ['special', 'empty'],
      ['value', 'c'],
      ['value', 'd'],
    ]);
  });

  test('more different values than can be counted are said to be incomplete', () => {
    const many = frameOf(
      fieldOf(
        'v',
        'number',
        Array.from({ length: 20_001 }, (_, i) => i),
      ),
    );
    const distinct = distinctValues([many]);
    expect([distinct.values.length, distinct.isComplete]).toEqual([20_000, false]);
  });
});

test('two columns from a table are rows, a sentence is not', () => {
  expect(pastedRows('0\tDown\tred\n1\tUp\n').map(({ match, result }) => [match, result])).toEqual([
    ['0', { text: 'Down', color: 'red' }],
    ['1', { text: 'Up' }],
  ]);
  expect(pastedRows('0,Down\n1,Up')).toHaveLength(2);
  expect(pastedRows('1\tUp')).toHaveLength(1);
  expect(pastedRows('Down, for now')).toEqual([]);
  expect(pastedRows('a\nb')).toEqual([]);
});
