import { describe, expect, it } from 'vitest';
import type { Frame } from '@vedette/sdk';
import { logLines, type LogLine } from '../lines';
import { joined, NOTHING_AROUND, placeOf, type Around } from './around';

/** `[nanoseconds, text]` in the order a source answers them. */
function answer(...rows: [ns: number, text: string][]): Frame {
  const fields: Frame['fields'] = [
    {
      name: 'Time',
      type: 'time',
      values: rows.map(([ns]) => Math.floor(ns / 1e6)),
      nanos: rows.map(([ns]) => ns % 1e6),
      config: {},
    },
    { name: 'Line', type: 'string', values: rows.map(([, text]) => text), config: {} },
    { name: 'id', type: 'string', values: rows.map(([ns, text]) => `${ns}_${text}`), config: {} },
  ];
  return { refId: 'A', fields, length: rows.length };
}

const [marked] = logLines([answer([2_000_005, 'here'])], 'Ascending') as [LogLine];
const texts = ({ before, after }: Around) => [
  before.map(({ text }) => text),
  after.map(({ text }) => text),
];

describe('the lines around one', () => {
  it('are put together from answers in both directions, by the nanosecond', () => {
    const older = joined(NOTHING_AROUND, marked, 'before', [
      answer([2_000_004, 'b'], [2_000_001, 'a'], [1, 'z']),
    ]);
    const both = joined(older.around, marked, 'after', [
      answer([2_000_006, 'c'], [9_000_000, 'd']),
    ]);
    expect(texts(both.around)).toEqual([
      ['z', 'a', 'b'],
      ['c', 'd'],
    ]);
    expect([older.added, both.added]).toEqual([3, 2]);
  });

  it('hold no line twice, and not the line itself', () => {
    const first = joined(NOTHING_AROUND, marked, 'after', [
      answer([2_000_005, 'here'], [2_000_006, 'c']),
    ]);
    const again = joined(first.around, marked, 'after', [
      answer([2_000_006, 'c'], [2_000_007, 'd']),
    ]);
    expect(texts(again.around)).toEqual([[], ['c', 'd']]);
    expect(again.added).toBe(1);
  });

  it('of the very same moment stand as their source orders them', () => {
    const same = 2_000_005;
    const forward = joined(NOTHING_AROUND, marked, 'after', [
      answer([same, 'one'], [same, 'here'], [same, 'two'], [same + 1, 'three']),
    ]);
    expect(texts(forward.around)).toEqual([['one'], ['two', 'three']]);
    const backward = joined(forward.around, marked, 'before', [
      answer([same, 'two'], [same, 'here'], [same, 'one'], [same - 1, 'zero']),
    ]);
    expect(texts(backward.around)).toEqual([
      ['zero', 'one'],
      ['two', 'three'],
    ]);
  });

  it('know the line when its query had changed its text, if nothing else is of its moment', () => {
    const [other, one] = logLines(
      [answer([1, 'x'], [2_000_005, 'the whole text'])],
      'Ascending',
    ) as [LogLine, LogLine];
    expect(placeOf(marked, [other, one])).toBe(1);
    const crowd = logLines([answer([2_000_005, 'p'], [2_000_005, 'q'])], 'Ascending');
    expect(placeOf(marked, crowd)).toBe(-1);
  });
});
