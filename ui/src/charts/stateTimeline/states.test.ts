import { describe, expect, it } from 'vitest';
import type { Field, FieldConfig, Frame } from '../../data/frame';
import { mergedByColor, spanAt, stateRows, type StateSettings } from './states';

const theme = {
  mode: 'dark' as const,
  token: () => '',
  color: (name: string) => name,
  series: (i: number) => `c${i}`,
};
const range = { from: 0, to: 100 };
const settings: StateSettings = { mergeValues: true, spanNulls: false, insertNulls: false };

function frame(
  times: number[],
  values: unknown[],
  config: FieldConfig = {},
  interval?: number,
): Frame {
  const field: Field = {
    name: 'state',
    type: typeof values.find((value) => value != null) === 'number' ? 'number' : 'string',
    values,
    config,
    display: (value) => ({
      text: String(value),
      numeric: Number(value),
      color: Number(value) >= 70 ? 'red' : 'green',
    }),
  };
  return {
    fields: [{ name: 'time', type: 'time', values: times, config: { interval } }, field],
    length: times.length,
  };
}

function rows(data: Frame, how: Partial<StateSettings> = {}) {
  return stateRows([data], range, theme, () => ({ ...settings, ...how }));
}

const spansOf = (data: Frame, how: Partial<StateSettings> = {}) =>
  rows(data, how)[0]?.spans.map(({ from, to, text }) => [from, to, text]);

describe('stateRows', () => {
  it('lasts until the next value and to the end of the range', () => {
    expect(spansOf(frame([0, 10, 20], ['up', 'up', 'down']))).toEqual([
      [0, 20, 'up'],
      [20, 100, 'down'],
    ]);
  });

  it('keeps equal neighbours apart where merging is off', () => {
    expect(spansOf(frame([0, 10], ['up', 'up']), { mergeValues: false })).toEqual([
      [0, 10, 'up'],
      [10, 100, 'up'],
    ]);
  });

  it('ends at a missing value unless those are spanned', () => {
    const data = frame([0, 10, 20], ['up', null, 'up']);
    expect(spansOf(data)).toEqual([
      [0, 10, 'up'],
      [20, 100, 'up'],
    ]);
    expect(spansOf(data, { spanNulls: true })).toEqual([[0, 100, 'up']]);
    expect(spansOf(data, { spanNulls: 15 })).toEqual([
      [0, 10, 'up'],
      [20, 100, 'up'],
    ]);
    expect(spansOf(data, { spanNulls: 25 })).toEqual([[0, 100, 'up']]);
  });

  it('ends when nothing came for longer than the interval of the source', () => {
    expect(spansOf(frame([0, 10, 60], ['up', 'up', 'up'], {}, 10))).toEqual([
      [0, 20, 'up'],
      [60, 70, 'up'],
    ]);
  });

  it('shows a missing value that a mapping names', () => {
    const mappings: FieldConfig['mappings'] = [
      { type: 'special', options: { match: 'null', result: { text: 'N/A' } } },
    ];
    expect(spansOf(frame([0, 10], ['up', null], { mappings }))).toHaveLength(2);
  });

  it('leaves out states outside of the range and knows the true ends of those that cross it', () => {
    expect(spansOf(frame([-50, -10, 150], ['old', 'up', 'later']))).toEqual([[-10, 150, 'up']]);
  });
});

describe('mergedByColor', () => {
  it('makes one state of numbers within one threshold step', () => {
    const thresholds: FieldConfig['thresholds'] = {
      mode: 'absolute',
      steps: [
        { color: 'green', value: null },
        { color: 'red', value: 70 },
      ],
    };
    const merged = mergedByColor(
      rows(frame([0, 10, 20, 30], [10, 20, 80, 90], { thresholds, color: { mode: 'thresholds' } })),
    );
    expect(merged[0]?.spans.map(({ from, to, text }) => [from, to, text])).toEqual([
      [0, 20, '< 70'],
      [20, 100, '70+'],
    ]);
  });
});

describe('spanAt', () => {
  it('finds the state of a moment and nothing in a gap', () => {
    const [row] = rows(frame([0, 10, 20, 30], ['a', 'b', null, 'c']));
    if (!row) throw new Error('no row');
    expect([0, 9.9, 10, 25, 30, 99, 100].map((time) => spanAt(row, time)?.text)).toEqual([
      'a',
      'a',
      'b',
      undefined,
      'c',
      'c',
      undefined,
    ]);
  });
});
