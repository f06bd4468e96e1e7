import { describe, expect, it } from 'vitest';
import type { Field, FieldConfig, Frame } from '../../data/frame';
import { seriesTable, type SeriesStyle, type SeriesTable } from './model';

const theme = {
  mode: 'dark' as const,
  token: () => '',
  color: (name: string) => name,
  series: (i: number) => `c${i}`,
};

const plain: SeriesStyle = {
  drawStyle: 'line',
  lineInterpolation: 'linear',
  lineWidth: 1,
  lineStyle: { fill: 'solid' },
  fillOpacity: 0,
  fillBelowTo: '',
  gradientMode: 'none',
  showPoints: 'auto',
  pointSize: 5,
  spanNulls: false,
  insertNulls: false,
  barAlignment: 0,
  barWidthFactor: 0.6,
  barMaxWidth: null,
  transform: '',
  stacking: { mode: 'none', group: 'A' },
  thresholdsStyle: { mode: 'off' },
  hideFrom: { viz: false, legend: false, tooltip: false },
  axisPlacement: 'auto',
  axisLabel: '',
  axisWidth: null,
  axisColorMode: 'text',
  axisBorderShow: false,
  axisCenteredZero: false,
  axisSoftMin: null,
  axisSoftMax: null,
  axisGridShow: null,
  scaleDistribution: { type: 'linear', log: 2, linearThreshold: null },
};

function frame(
  name: string,
  values: unknown[],
  style: Partial<SeriesStyle> = {},
  config: FieldConfig = {},
): Frame {
  const times = values.map((_, i) => i * 60);
  const field: Field = {
    name,
    type: 'number',
    values,
    config: { ...config, custom: { ...style } },
  };
  return {
    fields: [{ name: 'Time', type: 'time', values: times, config: {} }, field],
    length: values.length,
  };
}

function tableOf(frames: Frame[], hidden?: Set<string>): SeriesTable {
  return seriesTable(frames, {
    theme,
    hidden,
    styleOf: (field) => ({ ...plain, ...field.config.custom }) as SeriesStyle,
  });
}

const stacked = { stacking: { mode: 'normal' as const, group: 'A' } };

describe('seriesTable', () => {
  it('draws the arrays of the frames themselves where nothing has to change', () => {
    const frames = [frame('a', [1, 2]), frame('b', [3, 4])];
    const { series } = tableOf(frames);
    expect(series.map(({ drawn }) => drawn)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(series[1]?.drawn).toBe(frames[1]?.fields[1]?.values);
  });

  it('breaks a line where the source was silent for longer than its interval', () => {
    const silent = frame('a', [1, 2, 3]);
    silent.fields[0] = {
      name: 'Time',
      type: 'time',
      values: [0, 60, 300],
      config: { interval: 60 },
    };
    expect(tableOf([silent])).toMatchObject({
      times: [0, 60, 120, 300],
      series: [{ drawn: [1, 2, null, 3] }],
    });
  });

  it('shows NaN and infinities as gaps', () => {
    expect(tableOf([frame('a', [1, NaN, Infinity, 2])]).series[0]?.drawn).toEqual([
      1,
      null,
      null,
      2,
    ]);
  });

  it('gives the second unit the right axis, and one axis to series of the same unit', () => {
    const { axes } = tableOf([
      frame('a', [1], {}, { unit: 'bytes' }),
      frame('b', [1], {}, { unit: 'percent' }),
      frame('c', [1], {}, { unit: 'bytes' }),
    ]);
    expect(axes.map(({ unit, side, grid }) => [unit, side, grid])).toEqual([
      ['bytes', 'left', true],
      ['percent', 'right', false],
    ]);
  });

  it('stacks what is drawn but keeps what was measured for tooltips', () => {
    const { series } = tableOf([frame('a', [1, 2], stacked), frame('b', [10, 20], stacked)]);
    expect(series[1]).toMatchObject({ drawn: [11, 22], values: [10, 20], below: 0 });
  });

  it('stacks series below zero apart from those above', () => {
    const { series } = tableOf([
      frame('in', [5], stacked),
      frame('out', [3], { ...stacked, transform: 'negative-Y' }),
      frame('lost', [1], { ...stacked, transform: 'negative-Y' }),
    ]);
    expect(series.map(({ drawn }) => drawn[0])).toEqual([5, -3, -4]);
    expect(series[2]?.below).toBe(1);
  });

  it('closes the stack when a series in it is switched off', () => {
    const { series } = tableOf(
      [frame('a', [1], stacked), frame('b', [10], stacked), frame('c', [5], stacked)],
      new Set(['b']),
    );
    expect(series[2]).toMatchObject({ drawn: [6], below: 0 });
    expect(series[1]?.style.hideFrom.viz).toBe(true);
  });

  it('fills a band down to the series named, if that is shown', () => {
    const frames = [frame('max', [9], { fillBelowTo: 'min' }), frame('min', [1])];
    expect(tableOf(frames).series[0]?.below).toBe(1);
    expect(tableOf(frames, new Set(['min'])).series[0]?.below).toBeUndefined();
  });

  it('tells series of the same name apart', () => {
    expect(tableOf([frame('a', [1]), frame('a', [2])]).series.map(({ id }) => id)).toEqual([
      'a',
      'a 2',
    ]);
  });

  it('leaves out frames that cannot be drawn over time', () => {
    const text: Frame = {
      fields: [{ name: 'x', type: 'string', values: ['y'], config: {} }],
      length: 1,
    };
    expect(tableOf([text]).series).toEqual([]);
  });
});
