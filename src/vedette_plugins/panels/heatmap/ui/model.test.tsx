import { resolveOptions, type ChartTheme, type Frame } from '@vedette/sdk';
import { expect, test } from 'vitest';
import { heatmapView } from './model';
import { migrate, options } from './options';

const theme: ChartTheme = {
  mode: 'dark',
  token: () => '#888888',
  color: (name) => name,
  series: () => '#00aa00',
};
const range = { from: 0, to: 60_000, raw: { from: '0', to: '60000' } };

test('a bucket that an override hides is left out', () => {
  const bucket = (name: string, viz: boolean) => ({
    name,
    type: 'number' as const,
    values: [1, 2],
    config: { custom: { hideFrom: { viz } } },
  });
  const frame: Frame = {
    length: 2,
    fields: [
      { name: 'Time', type: 'time', values: [0, 30_000], config: {} },
      bucket('0.1', false),
      bucket('0.5', true),
    ],
  };
  const { data } = heatmapView([frame], resolveOptions(options, {}), range, theme);
  expect(data.rows.map(({ name }) => name)).toEqual(['0.1']);
});

test('a tooltip that an older version switched off stays off', () => {
  const stored = { options: { tooltip: { show: false } } };
  expect(migrate(stored)).toEqual({ options: { tooltip: { show: false, mode: 'none' } } });
  expect(stored.options.tooltip).toEqual({ show: false });
  const current = { options: { tooltip: { show: false, mode: 'multi' } } };
  expect(migrate(current)).toBe(current);
});
