import { describe, expect, it } from 'vitest';
import type { Field, Frame } from '../../data/frame';
import { countedCells, readyCells, rowCells, timeBucket, valueBuckets } from './cells';
import { paletteIndex } from './colors';

const time = (values: number[]): Field => ({ name: 'Time', type: 'time', values, config: {} });
const bucket = (le: string, values: (number | null)[]): Field => ({
  name: le,
  type: 'number',
  values,
  labels: { le },
  config: {},
});
const rows = (...fields: Field[]): Frame => ({ fields, length: 2, meta: { type: 'heatmap-rows' } });

describe('rowCells', () => {
  it('sorts buckets by bound and gives each the range up from the one below', () => {
    const { rows: found, cells } = rowCells(
      [rows(time([60, 120]), bucket('+Inf', [1, 0]), bucket('0.5', [4, 5]), bucket('0.1', [2, 3]))],
      'auto',
    );
    expect(found).toEqual([
      { low: null, high: 0.1, name: '0.1' },
      { low: 0.1, high: 0.5, name: '0.5' },
      { low: 0.5, high: null, name: '+Inf' },
    ]);
    expect(
      cells.filter((cell) => cell.row === 1).map(({ from, to, count }) => [from, to, count]),
    ).toEqual([
      [0, 60, 4],
      [60, 120, 5],
    ]);
  });

  it('reads names as lower bounds where told so', () => {
    const { rows: found } = rowCells(
      [rows(time([60, 120]), bucket('0', [1, 1]), bucket('10', [2, 2]))],
      'ge',
    );
    expect(found.map(({ low, high }) => [low, high])).toEqual([
      [0, 10],
      [10, null],
    ]);
  });

  it('adds up the counts of several groups', () => {
    const frame = () => rows(time([60, 120]), bucket('1', [2, null]));
    expect(rowCells([frame(), frame()], 'auto').cells.map(({ count }) => count)).toEqual([4]);
  });

  it('keeps rows without numeric names in their order, by name', () => {
    const { rows: found } = rowCells(
      [
        rows(
          time([60, 120]),
          { ...bucket('', [1, 1]), name: 'zeta', labels: {} },
          { ...bucket('', [1, 1]), name: 'alpha', labels: {} },
        ),
      ],
      'auto',
    );
    expect(found.map(({ name }) => name)).toEqual(['zeta', 'alpha']);
  });
});

describe('readyCells', () => {
  const column = (name: string, values: number[], type: Field['type'] = 'number'): Field => ({
    name,
    type,
    values,
    config: name === 'xMax' ? { interval: 60 } : {},
  });

  it('takes native histogram cells and finds that their bounds grow by a factor', () => {
    const frame: Frame = {
      fields: [
        column('xMax', [60, 60, 60], 'time'),
        column('yMin', [1, 2, 4]),
        column('yMax', [2, 4, 8]),
        column('count', [5, 6, 7]),
      ],
      length: 3,
    };
    const { cells, scale, low, high } = readyCells([frame]);
    expect(cells[0]).toMatchObject({ from: 0, to: 60, low: 1, high: 2, count: 5 });
    expect({ scale, low, high }).toEqual({ scale: 'log', low: 1, high: 8 });
  });
});

describe('countedCells', () => {
  it('counts every value once', () => {
    const values = Array.from({ length: 500 }, (_, i) => Math.sin(i) * 50);
    const times = values.map((_, i) => i * 1000);
    const frame: Frame = {
      fields: [time(times), { name: 'v', type: 'number', values, config: {} }],
      length: 500,
    };
    const { cells } = countedCells(
      [frame],
      { from: 0, to: 500_000 },
      { mode: 'count', value: '' },
      { mode: 'count', value: '' },
    );
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(500);
    expect(cells.every(({ low, high }) => high > low)).toBe(true);
  });
});

describe('buckets', () => {
  it('takes a given width of time and otherwise a round one', () => {
    expect(timeBucket({ from: 0, to: 3_600_000 }, { mode: 'size', value: '5m' })).toBe(300_000);
    expect(timeBucket({ from: 0, to: 6 * 3_600_000 }, { mode: 'count', value: '' })).toBe(600_000);
  });

  it('holds every value between its bounds, on linear and logarithmic axes', () => {
    for (const scale of [undefined, { type: 'log', log: 2 }, { type: 'log', log: 10 }]) {
      const bucketOf = valueBuckets(0.5, 900, { mode: 'count', value: '2', scale });
      for (const value of [0.5, 1, 2, 9.99, 10, 512, 899]) {
        const [low, high] = bucketOf(value) ?? [NaN, NaN];
        expect(value).toBeGreaterThanOrEqual(low * (1 - 1e-9));
        expect(value).toBeLessThan(high);
      }
    }
    expect(
      valueBuckets(1, 9, { mode: 'count', value: '', scale: { type: 'log', log: 2 } })(0),
    ).toBeNull();
  });
});

describe('paletteIndex', () => {
  const color = {
    mode: 'scheme',
    scheme: '',
    fill: '',
    scale: 'exponential',
    exponent: 0.5,
    steps: 64,
    reverse: false,
    min: null,
    max: null,
  };

  it('spreads low counts and clamps those beyond the scale', () => {
    const counts = { min: 0, max: 100 };
    expect(paletteIndex(25, counts, color, 64)).toBe(32);
    expect(paletteIndex(25, counts, { ...color, scale: 'linear' }, 64)).toBe(16);
    expect(paletteIndex(1000, counts, color, 64)).toBe(63);
    expect(paletteIndex(-5, counts, color, 64)).toBe(0);
  });
});
