import { barTable, resolveOptions, type ChartTheme, type Field, type Frame } from '@vedette/sdk';
import { describe, expect, it } from 'vitest';
import { drawing, shownSeries } from './model';
import { options } from './options';

const theme = {
  token: () => '#888',
  color: (name: string) => name,
  series: () => '#00aa00',
} as unknown as ChartTheme;

function drawn(custom: Record<string, unknown>, values = [2, 4]) {
  const value: Field = { name: 'used', type: 'number', values, config: { custom } };
  const frame: Frame = {
    length: values.length,
    fields: [{ name: 'host', type: 'string', values: ['a', 'b'], config: {} }, value],
  };
  const table = barTable([frame], '', 'UTC');
  const size = { width: 400, height: 200 };
  return drawing(table, shownSeries(table, theme), resolveOptions(options, {}), size, theme);
}

describe('bars', () => {
  it('below zero with negative-Y show the value as it was measured', () => {
    const { bars, zero } = drawn({ transform: 'negative-Y' });
    expect(bars.map(({ value, text }) => [value, text])).toEqual([
      [-2, '2'],
      [-4, '4'],
    ]);
    expect(bars.every(({ y }) => y >= zero - 1)).toBe(true);
  });

  it('are all as high as the first with constant', () => {
    expect(drawn({ transform: 'constant' }).bars.map(({ value }) => value)).toEqual([2, 2]);
  });

  it('give their color to the axis, and the axis a border, if asked', () => {
    expect(drawn({})).toMatchObject({ axisBorder: false, axisColor: undefined });
    expect(drawn({ axisColorMode: 'series', axisBorderShow: true })).toMatchObject({
      axisBorder: true,
      axisColor: '#00aa00',
    });
  });
});
