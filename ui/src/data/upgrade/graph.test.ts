import { describe, expect, test } from 'vitest';
import { type Loose, property, upgraded } from '../testing/panel-upgrade';

describe('graph', () => {
  const graph: Loose = {
    type: 'graph',
    title: 'Requests',
    targets: [{ expr: 'up' }, { expr: 'down', refId: 'A' }],
    lines: true,
    linewidth: 2,
    fill: 3,
    fillGradient: 2,
    nullPointMode: 'connected',
    steppedLine: true,
    stack: true,
    pointradius: 2,
    yaxes: [
      { format: 'bytes', label: 'Size', min: '0', max: null, logBase: 1, show: true },
      { format: 'percent', label: 'Share', min: 0, max: '100', logBase: 2, show: true },
    ],
    xaxis: { show: true, mode: 'time', values: [] },
    legend: {
      show: true,
      values: true,
      alignAsTable: true,
      rightSide: true,
      avg: true,
      current: true,
      max: true,
      sort: 'current',
      sortDesc: true,
      sideWidth: 250,
    },
    tooltip: { shared: true, sort: 2, value_type: 'individual' },
    aliasColors: { errors: '#BF1B00', ok: '' },
    seriesOverrides: [
      { alias: 'share', yaxis: 2, fill: 0, linewidth: 4, color: '#fff' },
      { alias: '/out.*/', transform: 'negative-Y', stack: 'B' },
      { alias: 'bars', bars: true, lines: false },
      { alias: 'dots', points: true, lines: false, pointradius: 3 },
      { alias: 'hidden', legend: false, dashes: true, dashLength: 5, spaceLength: 2 },
    ],
    thresholds: [{ value: 80, op: 'gt', colorMode: 'critical', fill: true, line: true }],
  };
  const panel = upgraded(graph);

  test('becomes a time series with the same units, limits and lines', () => {
    expect(panel.type).toBe('timeseries');
    expect(panel.fieldConfig?.defaults).toMatchObject({
      unit: 'bytes',
      min: 0,
      color: { mode: 'palette-classic' },
    });
    expect(panel.fieldConfig?.defaults.custom).toMatchObject({
      drawStyle: 'line',
      lineWidth: 2,
      fillOpacity: 30,
      gradientMode: 'opacity',
      spanNulls: true,
      lineInterpolation: 'stepAfter',
      stacking: { mode: 'normal', group: 'A' },
      pointSize: 4,
      showPoints: 'never',
      axisLabel: 'Size',
    });
  });

  test('keeps its legend and tooltip', () => {
    expect(panel.options).toMatchObject({
      legend: {
        showLegend: true,
        displayMode: 'table',
        placement: 'right',
        calcs: ['max', 'mean', 'lastNotNull'],
        width: 250,
        sortBy: 'Last *',
        sortDesc: true,
      },
      tooltip: { mode: 'multi', sort: 'desc' },
    });
  });

  test('keeps what single series looked like', () => {
    expect(property(panel, 'errors')).toEqual({ color: { mode: 'fixed', fixedColor: '#BF1B00' } });
    expect(property(panel, 'ok')).toEqual({});
    expect(property(panel, 'share')).toEqual({
      'custom.axisPlacement': 'right',
      unit: 'percent',
      min: 0,
      max: 100,
      'custom.axisLabel': 'Share',
      'custom.scaleDistribution': { type: 'log', log: 2 },
      'custom.fillOpacity': 0,
      'custom.lineWidth': 4,
      color: { mode: 'fixed', fixedColor: '#fff' },
    });
    expect(property(panel, '/out.*/')).toEqual({
      'custom.transform': 'negative-Y',
      'custom.stacking': { mode: 'normal', group: 'B' },
    });
    expect(
      panel.fieldConfig?.overrides.find((one) => one.matcher.options === '/out.*/')?.matcher.id,
    ).toBe('byRegexp');
    expect(property(panel, 'bars')).toMatchObject({
      'custom.drawStyle': 'bars',
      'custom.fillOpacity': 100,
    });
    expect(property(panel, 'dots')).toMatchObject({
      'custom.drawStyle': 'points',
      'custom.pointSize': 6,
    });
    expect(property(panel, 'hidden')).toEqual({
      'custom.hideFrom': { legend: true, tooltip: false, viz: false },
      'custom.lineStyle': { fill: 'dash', dash: [5, 2] },
    });
  });

  test('keeps its thresholds as areas and lines', () => {
    expect(panel.fieldConfig?.defaults.thresholds?.steps).toEqual([
      { value: null, color: 'transparent' },
      { value: 80, color: 'red' },
    ]);
    expect(panel.fieldConfig?.defaults.custom?.['thresholdsStyle']).toEqual({ mode: 'line+area' });
  });

  test('tells its queries apart', () => {
    expect(panel.targets?.map((target) => target.refId)).toEqual(['B', 'A']);
  });

  test('leaves none of the keys it has read', () => {
    for (const key of [
      'yaxes',
      'seriesOverrides',
      'aliasColors',
      'thresholds',
      'legend',
      'lines',
      'fill',
      'stack',
      'xaxis',
    ])
      expect(panel).not.toHaveProperty(key);
  });

  test.each([
    ['bars', { bars: true, lines: false }, { drawStyle: 'bars', fillOpacity: 100 }],
    ['points', { points: true, lines: false }, { drawStyle: 'points', showPoints: 'always' }],
    [
      'percentages',
      { stack: true, percentage: true },
      { stacking: { mode: 'percent', group: 'A' } },
    ],
    ['gaps', { nullPointMode: 'null' }, { spanNulls: false }],
    [
      'dashes',
      { dashes: true, dashLength: 4, spaceLength: 8 },
      { lineStyle: { fill: 'dash', dash: [4, 8] } },
    ],
    [
      'a logarithmic axis',
      { yaxes: [{ logBase: 10 }, {}] },
      { scaleDistribution: { type: 'log', log: 10 } },
    ],
    ['a hidden axis', { yaxes: [{ show: false }, {}] }, { axisPlacement: 'hidden' }],
  ])('%s', (_name, keys, custom) => {
    expect(upgraded({ type: 'graph', ...keys }).fieldConfig?.defaults.custom).toMatchObject(custom);
  });

  test('thresholds below a value colour what is below', () => {
    const low = upgraded({
      type: 'graph',
      thresholds: [{ value: 10, op: 'lt', colorMode: 'warning', fill: true, line: false }],
    });
    expect(low.fieldConfig?.defaults.thresholds?.steps).toEqual([
      { value: null, color: 'orange' },
      { value: 10, color: 'transparent' },
    ]);
  });

  test('an x axis of series or values makes bars or a histogram', () => {
    const bars = upgraded({ type: 'graph', xaxis: { mode: 'series', values: ['current'] } });
    expect([
      bars.type,
      bars.transformations?.[0]?.id,
      bars.transformations?.[0]?.options?.['reducers'],
    ]).toEqual(['barchart', 'reduce', ['lastNotNull']]);
    expect(upgraded({ type: 'graph', xaxis: { mode: 'histogram', buckets: 20 } })).toMatchObject({
      type: 'histogram',
      options: { bucketCount: 20 },
    });
  });

  test('keys of the first versions are understood', () => {
    const old = upgraded(
      {
        type: 'graph',
        'y-axis': true,
        'x-axis': true,
        y_formats: ['ms', 'short'],
        leftYAxisLabel: 'Latency',
        grid: {
          leftMin: 0,
          leftMax: null,
          rightMax: null,
          threshold1: 5,
          threshold2: 10,
          threshold1Color: '#aaa',
          threshold2Color: '#bbb',
        },
        aliasYAxis: { total: 2 },
        legend: true,
      },
      1,
    );
    expect(old.fieldConfig?.defaults).toMatchObject({
      unit: 'ms',
      min: 0,
      custom: { axisLabel: 'Latency' },
    });
    expect(old.fieldConfig?.defaults.thresholds?.steps).toEqual([
      { value: null, color: 'transparent' },
      { value: 5, color: '#aaa' },
      { value: 10, color: '#bbb' },
    ]);
    expect(property(old, 'total')).toMatchObject({
      'custom.axisPlacement': 'right',
      unit: 'short',
    });
  });
});

test('series that are all zero or empty leave the legend as they did', () => {
  const panel = upgraded({
    type: 'graph',
    legend: { show: true, hideZero: true, hideEmpty: true },
  });
  expect(panel.fieldConfig?.overrides).toEqual(
    ['allIsZero', 'allIsNull'].map((reducer) => ({
      matcher: { id: 'byValue', options: { reducer, op: 'gte', value: 0 } },
      properties: [{ id: 'custom.hideFrom', value: { legend: true, tooltip: true, viz: false } }],
    })),
  );
});
