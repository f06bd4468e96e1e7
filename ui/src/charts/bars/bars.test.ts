import { describe, expect, it } from 'vitest';
import type { Frame } from '../../data/frame';
import { barLayout, stackBars, valueTicks, type BarSettings } from './geometry';
import { barTable } from './table';

const settings: BarSettings = {
  width: 300,
  height: 100,
  horizontal: false,
  stacking: 'none',
  groupWidth: 1,
  barWidth: 1,
  range: [0, 10],
};

describe('barLayout', () => {
  it('puts grouped bars side by side, standing on zero', () => {
    const { bars, band } = barLayout(
      [
        [10, 5],
        [2, null],
      ],
      settings,
    );
    expect(band).toBe(150);
    expect(bars.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [0, 0, 75, 100],
      [150, 50, 75, 50],
      [75, 80, 75, 20],
    ]);
  });

  it('turns bars on their side', () => {
    const { bars } = barLayout([[10, 5]], { ...settings, horizontal: true });
    expect(bars.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [0, 0, 300, 50],
      [0, 50, 150, 50],
    ]);
  });
});

describe('stackBars', () => {
  it('stacks positive values up and negative ones down', () => {
    const stacked = stackBars([[2], [-3], [4], [-1]], 'normal');
    expect(stacked.map(([bar]) => [bar?.from, bar?.to])).toEqual([
      [0, 2],
      [0, -3],
      [2, 6],
      [-3, -4],
    ]);
  });

  it('fills the whole in percent', () => {
    const stacked = stackBars([[1], [3]], 'percent');
    expect(stacked[1]?.[0]).toEqual({ from: 0.25, to: 1 });
  });
});

describe('valueTicks', () => {
  it('are round, in range and far enough apart', () => {
    expect(valueTicks([0, 43], 200, 40)).toEqual([0, 10, 20, 30, 40]);
  });
});

describe('barTable', () => {
  const frame = (names: string[], field: string, values: (number | null)[]): Frame => ({
    length: names.length,
    fields: [
      { name: 'host', type: 'string', values: names, config: {} },
      { name: field, type: 'number', values, config: {} },
    ],
  });

  it('brings frames together by category', () => {
    const table = barTable(
      [frame(['a', 'b'], 'cpu', [1, 2]), frame(['b', 'c'], 'memory', [3, 4])],
      '',
      'UTC',
    );
    expect(table.categories).toEqual(['a', 'b', 'c']);
    expect(table.series.map(({ name, values }) => [name, values])).toEqual([
      ['cpu', [1, 2, null]],
      ['memory', [null, 3, 4]],
    ]);
  });

  it('keeps rows of one frame apart though their names are equal', () => {
    expect(barTable([frame(['a', 'a'], 'cpu', [1, 2])], '', 'UTC').categories).toEqual(['a', 'a']);
  });
});
