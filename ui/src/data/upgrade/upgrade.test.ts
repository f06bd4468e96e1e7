import { describe, expect, test } from 'vitest';
import type { Json, PanelModel } from '../dashboard';
import { upgradeDashboard } from '.';

type Loose = Record<string, unknown>;

function upgraded(panel: Loose, schemaVersion = 16): PanelModel {
  const dashboard = {
    title: 't',
    schemaVersion,
    panels: [{ id: 1, gridPos: { x: 0, y: 0, w: 12, h: 9 }, unknownKey: { kept: true }, ...panel }],
  };
  const { model } = upgradeDashboard(dashboard as unknown as Json);
  const again = upgradeDashboard(model as unknown as Json);
  expect(again.changes, 'a second run changes nothing').toEqual([]);
  expect(again.model).toEqual(model);
  const [result] = model.panels;
  expect(result?.['unknownKey'], 'unknown keys stay').toEqual({ kept: true });
  return result as PanelModel;
}

const property = (panel: PanelModel, name: string): Record<string, unknown> =>
  Object.fromEntries(
    panel.fieldConfig?.overrides
      .filter((one) => one.matcher.options === name)
      .flatMap((one) => one.properties.map((p) => [p.id, p.value])) ?? [],
  );

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
    expect(panel.fieldConfig?.overrides.find((one) => one.matcher.options === '/out.*/')?.matcher.id).toBe(
      'byRegexp',
    );
    expect(property(panel, 'bars')).toMatchObject({ 'custom.drawStyle': 'bars', 'custom.fillOpacity': 100 });
    expect(property(panel, 'dots')).toMatchObject({ 'custom.drawStyle': 'points', 'custom.pointSize': 6 });
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
    ['percentages', { stack: true, percentage: true }, { stacking: { mode: 'percent', group: 'A' } }],
    ['gaps', { nullPointMode: 'null' }, { spanNulls: false }],
    [
      'dashes',
      { dashes: true, dashLength: 4, spaceLength: 8 },
      { lineStyle: { fill: 'dash', dash: [4, 8] } },
    ],
    ['a logarithmic axis', { yaxes: [{ logBase: 10 }, {}] }, { scaleDistribution: { type: 'log', log: 10 } }],
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
    expect(old.fieldConfig?.defaults).toMatchObject({ unit: 'ms', min: 0, custom: { axisLabel: 'Latency' } });
    expect(old.fieldConfig?.defaults.thresholds?.steps).toEqual([
      { value: null, color: 'transparent' },
      { value: 5, color: '#aaa' },
      { value: 10, color: '#bbb' },
    ]);
    expect(property(old, 'total')).toMatchObject({ 'custom.axisPlacement': 'right', unit: 'short' });
  });
});

describe('singlestat', () => {
  const base: Loose = {
    type: 'singlestat',
    format: 's',
    decimals: 1,
    nullText: 'n/a',
    valueName: 'current',
    thresholds: '10,20',
    colors: ['#299c46', 'rgba(237, 129, 40, 0.89)', '#d44a3a'],
    valueFontSize: '80%',
    mappingType: 1,
    valueMaps: [
      { op: '=', text: 'N/A', value: 'null' },
      { op: '=', text: 'UP', value: '1' },
    ],
    rangeMaps: [{ from: '1', to: '2', text: 'few' }],
    sparkline: { show: true, full: false, lineColor: '#00f' },
    gauge: { show: false },
  };

  test('becomes a stat with the same number and colours', () => {
    const panel = upgraded({ ...base, colorBackground: true, tableColumn: 'Value' });
    expect(panel).toMatchObject({
      type: 'stat',
      options: {
        graphMode: 'area',
        colorMode: 'background',
        reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      },
      fieldConfig: {
        defaults: {
          unit: 's',
          decimals: 1,
          noValue: 'n/a',
          color: { mode: 'thresholds' },
          thresholds: {
            steps: [
              { value: null, color: '#299c46' },
              { value: 10, color: 'rgba(237, 129, 40, 0.89)' },
              { value: 20, color: '#d44a3a' },
            ],
          },
          mappings: [
            { type: 'special', options: { match: 'null', result: { text: 'N/A' } } },
            { type: 'value', options: { '1': { text: 'UP' } } },
          ],
        },
      },
    });
    expect(panel).not.toHaveProperty('valueMaps');
  });

  test('becomes a gauge where it was drawn as one', () => {
    const panel = upgraded({
      ...base,
      gauge: { show: true, minValue: 5, maxValue: 50, thresholdLabels: true, thresholdMarkers: false },
    });
    expect(panel).toMatchObject({
      type: 'gauge',
      options: { showThresholdLabels: true, showThresholdMarkers: false },
      fieldConfig: { defaults: { min: 5, max: 50 } },
    });
  });

  test('maps ranges where that was chosen, and reads its calculation', () => {
    const panel = upgraded({
      ...base,
      mappingType: 2,
      valueName: 'avg',
      tableColumn: 'cpu.load',
      sparkline: { show: false },
    });
    expect(panel.fieldConfig?.defaults.mappings).toEqual([
      { type: 'range', options: { from: 1, to: 2, result: { text: 'few' } } },
    ]);
    expect(panel.options).toMatchObject({
      graphMode: 'none',
      colorMode: 'none',
      reduceOptions: { calcs: ['mean'], fields: '/^cpu\\.load$/' },
    });
  });

  test('keeps words around a number that has no unit', () => {
    expect(upgraded({ ...base, format: 'none', postfix: ' pods' }).fieldConfig?.defaults.unit).toBe(
      'suffix:pods',
    );
  });
});

describe('old tables', () => {
  const table: Loose = {
    columns: [{ text: 'Avg', value: 'avg' }],
    transform: 'timeseries_aggregations',
    pageSize: 50,
    showHeader: true,
    sort: { col: 0, desc: true },
    styles: [
      { pattern: 'Time', type: 'date', dateFormat: 'YYYY-MM-DD', alias: 'When' },
      {
        pattern: 'Value #A',
        type: 'number',
        unit: 'bytes',
        decimals: 2,
        colorMode: 'cell',
        colors: ['green', 'orange', 'red'],
        thresholds: ['10', '20'],
        align: 'right',
      },
      { pattern: '/secret.*/', type: 'hidden' },
      {
        pattern: 'host',
        type: 'string',
        link: true,
        linkUrl: '/d/x?var-host=$__cell&n=${__cell_1:raw}',
        linkTooltip: 'Open $__cell',
        linkTargetBlank: true,
        mappingType: 1,
        valueMaps: [{ value: '1', text: 'one' }],
      },
      { pattern: '/.*/', type: 'number', unit: 'short', align: 'center' },
    ],
  };

  test.each([
    ['table-old', 26],
    ['table', 16],
  ])('%s becomes a table with overrides for its styles', (type, version) => {
    const panel = upgraded({ type, ...table }, version);
    expect(panel.type).toBe('table');
    expect(property(panel, 'Time')).toEqual({ displayName: 'When', unit: 'time: YYYY-MM-DD' });
    expect(property(panel, 'Value #A')).toEqual({
      unit: 'bytes',
      decimals: 2,
      'custom.cellOptions': { type: 'color-background', mode: 'basic' },
      color: { mode: 'thresholds' },
      thresholds: {
        mode: 'absolute',
        steps: [
          { value: null, color: 'green' },
          { value: 10, color: 'orange' },
          { value: 20, color: 'red' },
        ],
      },
      'custom.align': 'right',
    });
    expect(property(panel, '/secret.*/')).toEqual({ 'custom.hidden': true });
    expect(property(panel, 'host')).toEqual({
      mappings: [{ type: 'value', options: { '1': { text: 'one' } } }],
      links: [
        {
          title: 'Open ${__value.text}',
          url: '/d/x?var-host=${__value.text}&n=${__data.fields[1]}',
          targetBlank: true,
        },
      ],
    });
    expect(panel.fieldConfig?.defaults.custom?.['align']).toBe('center');
    expect(panel.transformations).toEqual([
      { id: 'reduce', options: { mode: 'seriesToRows', includeTimeField: false, reducers: ['mean'] } },
    ]);
    expect(panel.options).toMatchObject({ showHeader: true, footer: { enablePagination: true } });
  });

  test.each([
    ['timeseries_to_rows', ['seriesToRows']],
    ['timeseries_to_columns', ['joinByField']],
    ['table', ['merge', 'filterFieldsByName']],
    ['json', []],
  ])('the transformation %s', (name, ids) => {
    expect(
      (upgraded({ type: 'table-old', ...table, transform: name }).transformations ?? []).map((one) => one.id),
    ).toEqual(ids);
  });

  test('a table of today that still carries old keys is left alone', () => {
    const panel = upgraded(
      {
        type: 'table',
        styles: [{ pattern: 'x', type: 'hidden' }],
        fieldConfig: { defaults: { unit: 's' }, overrides: [] },
      },
      38,
    );
    expect(panel.fieldConfig).toEqual({ defaults: { unit: 's' }, overrides: [] });
    expect(panel).toHaveProperty('styles');
  });
});

describe('other old panels', () => {
  test('the pie chart plugin', () => {
    const panel = upgraded({
      type: 'grafana-piechart-panel',
      pieType: 'donut',
      format: 'bytes',
      valueName: 'total',
      legend: { show: true, values: true, percentage: true },
      legendType: 'Under graph',
      aliasColors: { a: 'red' },
    });
    expect(panel).toMatchObject({
      type: 'piechart',
      options: {
        pieType: 'donut',
        reduceOptions: { calcs: ['sum'] },
        legend: { showLegend: true, placement: 'bottom', displayMode: 'table', values: ['value', 'percent'] },
      },
      fieldConfig: { defaults: { unit: 'bytes' } },
    });
    expect(property(panel, 'a')).toEqual({ color: { mode: 'fixed', fixedColor: 'red' } });
  });

  test('a heatmap of buckets and one that counts', () => {
    const old: Loose = {
      type: 'heatmap',
      color: { mode: 'spectrum', colorScheme: 'interpolateSpectral', exponent: 0.7, colorScale: 'sqrt' },
      cards: { cardPadding: 1, cardRound: 2 },
      yAxis: { format: 's', decimals: 1, logBase: 1, show: true },
      legend: { show: true },
      tooltip: { show: true, showHistogram: true },
      hideZeroBuckets: true,
      yBucketBound: 'upper',
    };
    expect(upgraded({ ...old, dataFormat: 'tsbuckets' }).options).toMatchObject({
      calculate: false,
      color: { mode: 'scheme', scheme: 'Spectral', scale: 'exponential', exponent: 0.7 },
      cellGap: 1,
      cellRadius: 2,
      rowsFrame: { layout: 'le' },
      filterValues: { le: 1e-9 },
      yAxis: { unit: 's', decimals: 1, axisPlacement: 'left' },
      legend: { show: true },
      tooltip: { mode: 'single', yHistogram: true },
    });
    const counting = upgraded({
      ...old,
      dataFormat: 'timeseries',
      xBucketNumber: 30,
      yBucketSize: 5,
      color: { mode: 'opacity', cardColor: '#b4ff00', colorScale: 'linear' },
    });
    expect(counting.options).toMatchObject({
      calculate: true,
      calculation: { xBuckets: { mode: 'count', value: '30' }, yBuckets: { mode: 'size', value: '5' } },
      color: { mode: 'opacity', fill: '#b4ff00', scale: 'linear' },
    });
  });

  test('a heatmap of today stays as it is', () => {
    const options = { calculate: false, color: { scheme: 'Oranges' } };
    expect(upgraded({ type: 'heatmap', options }, 39).options).toEqual(options);
  });

  test('text', () => {
    expect(upgraded({ type: 'text', mode: 'html', content: '<b>x</b>' })).toMatchObject({
      options: { mode: 'html', content: '<b>x</b>' },
    });
    expect(upgraded({ type: 'text2', mode: 'text', content: 'x' })).toMatchObject({
      type: 'text',
      options: { mode: 'code', content: 'x' },
    });
  });

  test('lists of dashboards and alerts', () => {
    expect(
      upgraded({
        type: 'dashlist',
        starred: false,
        search: true,
        query: 'node',
        limit: 5,
        tags: ['a'],
        folderId: 3,
      }).options,
    ).toMatchObject({
      showStarred: false,
      showSearch: true,
      query: 'node',
      maxItems: 5,
      tags: ['a'],
      folderId: 3,
    });
    expect(
      upgraded({
        type: 'alertlist',
        show: 'current',
        limit: 7,
        stateFilter: ['alerting', 'no_data'],
        onlyAlertsOnDashboard: true,
      }).options,
    ).toMatchObject({ maxItems: 7, dashboardAlerts: true, stateFilter: { firing: true, noData: true } });
  });

  test('gauges of versions 6.2 to 7.0', () => {
    const fieldOptions = {
      calcs: ['mean'],
      values: false,
      defaults: { unit: 'percent', max: 100, title: 'Load' },
      mappings: [{ type: 1, value: '1', text: 'one' }],
      thresholds: [{ color: 'green', value: null }],
      override: {},
    };
    expect(upgraded({ type: 'gauge', options: { fieldOptions } }, 22)).toMatchObject({
      options: { reduceOptions: { calcs: ['mean'], values: false, fields: '' } },
      fieldConfig: {
        defaults: {
          unit: 'percent',
          max: 100,
          displayName: 'Load',
          mappings: [{ type: 'value', options: { '1': { text: 'one' } } }],
          thresholds: { mode: 'absolute', steps: [{ color: 'green', value: null }] },
        },
      },
    });
  });

  test('options renamed since version 8', () => {
    const panel = upgraded(
      {
        type: 'table',
        options: { legend: { displayMode: 'hidden' }, tooltipOptions: { mode: 'multi' } },
        fieldConfig: {
          defaults: { custom: { displayMode: 'lcd-gauge' } },
          overrides: [
            {
              matcher: { id: 'byName', options: 'x' },
              properties: [{ id: 'custom.displayMode', value: 'color-background-solid' }],
            },
          ],
        },
        transformations: [
          { id: 'seriesToColumns', options: {} },
          { id: 'timeSeriesTable', options: { refIdToStat: { A: 'max' } } },
        ],
      },
      36,
    );
    expect(panel.options).toEqual({
      legend: { displayMode: 'list', showLegend: false },
      tooltip: { mode: 'multi' },
    });
    expect(panel.fieldConfig?.defaults.custom).toEqual({ cellOptions: { type: 'gauge', mode: 'lcd' } });
    expect(property(panel, 'x')).toEqual({
      'custom.cellOptions': { type: 'color-background', mode: 'basic' },
    });
    expect(panel.transformations).toEqual([
      { id: 'joinByField', options: {} },
      { id: 'timeSeriesTable', options: { A: { stat: 'max' } } },
    ]);
  });

  test('labels as columns were merged without saying so', () => {
    const ids = (version: number): string[] =>
      (
        upgraded({ type: 'table', transformations: [{ id: 'labelsToFields', options: {} }] }, version)
          .transformations ?? []
      ).map((one) => one.id);
    expect(ids(30)).toEqual(['labelsToFields', 'merge']);
    expect(ids(31)).toEqual(['labelsToFields']);
  });

  test('panels of other plugins stay as they are', () => {
    expect(upgraded({ type: 'grafana-worldmap-panel', circleMaxSize: 30 })).toMatchObject({
      type: 'grafana-worldmap-panel',
      circleMaxSize: 30,
    });
  });
});

describe('the dashboard around the panels', () => {
  const run = (dashboard: Loose, options = {}): ReturnType<typeof upgradeDashboard> =>
    upgradeDashboard(dashboard as unknown as Json, options);

  test('rows become panels on the grid, collapsed ones keep theirs inside', () => {
    const { model } = run({
      schemaVersion: 14,
      rows: [
        {
          title: 'First',
          height: '300px',
          showTitle: true,
          panels: [
            { id: 1, type: 'text', span: 4 },
            { id: 2, type: 'text', span: 8 },
            { id: 3, type: 'text', span: 12, height: 100 },
          ],
        },
        {
          title: 'Second',
          collapse: true,
          repeat: 'host',
          height: 250,
          rowKey: 1,
          panels: [{ id: 4, type: 'text', span: 6, minSpan: 6 }],
        },
      ],
    });
    expect(model.panels.map((panel) => [panel.type, panel.title, panel.gridPos])).toEqual([
      ['row', 'First', { x: 0, y: 0, w: 24, h: 1 }],
      ['text', undefined, { x: 0, y: 1, w: 8, h: 8 }],
      ['text', undefined, { x: 8, y: 1, w: 16, h: 8 }],
      ['text', undefined, { x: 0, y: 9, w: 24, h: 3 }],
      ['row', 'Second', { x: 0, y: 12, w: 24, h: 1 }],
    ]);
    const [row] = model.panels.slice(-1);
    expect(row).toMatchObject({
      collapsed: true,
      repeat: 'host',
      rowKey: 1,
      panels: [{ id: 4, maxPerRow: 4, gridPos: { x: 0, y: 13, w: 12, h: 7 } }],
    });
  });

  test('rows without titles leave no row behind', () => {
    const { model } = run({
      schemaVersion: 14,
      rows: [
        { panels: [{ id: 1, type: 'text', span: 12 }] },
        { panels: [{ id: 2, type: 'text', span: 12 }] },
      ],
    });
    expect(model.panels.map((panel) => [panel.id, panel.gridPos.y])).toEqual([
      [1, 0],
      [2, 7],
    ]);
  });

  test('panels get numbers of their own', () => {
    const { model } = run({
      schemaVersion: 39,
      panels: [{ type: 'text' }, { id: 5, type: 'text' }, { id: 5, type: 'text' }],
    });
    expect(model.panels.map((panel) => panel.id)).toEqual([6, 5, 7]);
    expect(model.panels.map((panel) => panel.gridPos.y)).toEqual([0, 9, 18]);
  });

  test('names of data sources become references', () => {
    const { model } = run(
      {
        schemaVersion: 30,
        panels: [
          {
            id: 1,
            type: 'text',
            datasource: 'Prod',
            targets: [
              { refId: 'A', datasource: '$ds' },
              { refId: 'B', datasource: '-- Mixed --' },
            ],
          },
          { id: 2, type: 'text', datasource: null },
          { id: 3, type: 'text', datasource: 'Other' },
        ],
        annotations: { list: [{ name: 'x', datasource: '-- Grafana --' }] },
        templating: { list: [{ name: 'v', type: 'query', datasource: '[[ds]]' }] },
      },
      { dataSource: (name: string) => (name === 'Prod' ? { type: 'prometheus', uid: 'p1' } : undefined) },
    );
    expect(model.panels.map((panel) => panel.datasource)).toEqual([
      { type: 'prometheus', uid: 'p1' },
      null,
      { uid: 'Other' },
    ]);
    expect(model.panels[0]?.targets?.map((target) => target.datasource)).toEqual([
      { uid: '${ds}' },
      { type: 'datasource', uid: '-- Mixed --' },
    ]);
    expect(model.annotations.list[0]?.datasource).toEqual({ type: 'datasource', uid: 'grafana' });
    expect(model.templating.list[0]?.datasource).toEqual({ uid: '${ds}' });
  });

  test('variables of old versions', () => {
    const { model } = run({
      schemaVersion: 12,
      templating: {
        list: [
          {
            name: 'a',
            refresh: true,
            hideLabel: true,
            allFormat: 'glob',
            current: { text: 'x', value: 'x', tags: [] },
          },
          { name: 'b', type: 'custom', multi: true, current: { text: 'x', value: 'x' } },
          { name: 'c', type: 'custom', multi: false, current: { text: ['x'], value: ['x'] } },
        ],
      },
    });
    expect(model.templating.list).toEqual([
      { name: 'a', type: 'query', refresh: 1, hide: 1, current: { text: 'x', value: 'x' } },
      { name: 'b', type: 'custom', multi: true, current: { text: ['x'], value: ['x'] } },
      { name: 'c', type: 'custom', multi: false, current: { text: 'x', value: 'x' } },
    ]);
  });

  test('a model of the very first schema opens', () => {
    const { model } = run({
      title: 'Old',
      services: { filter: { time: { from: 'now-1h', to: 'now' }, list: [{ name: 'x' }] } },
      sharedCrosshair: true,
      refresh: false,
      pulldowns: [{ type: 'annotations', annotations: [{ name: 'deploys', enable: true }] }],
      nav: [{ hidden: true }],
    });
    expect(model).toMatchObject({
      title: 'Old',
      time: { from: 'now-1h', to: 'now' },
      graphTooltip: 1,
      refresh: '',
      timepicker: { hidden: true },
      annotations: { list: [{ name: 'deploys' }] },
      templating: { list: [{ name: 'x', type: 'query' }] },
      schemaVersion: 39,
    });
  });

  test('a current model is given back without a change', () => {
    const current = {
      title: 't',
      tags: [],
      links: [],
      panels: [
        {
          id: 1,
          type: 'timeseries',
          gridPos: { x: 0, y: 0, w: 1, h: 1 },
          fieldConfig: { defaults: {}, overrides: [] },
        },
      ],
      templating: { list: [] },
      annotations: { list: [] },
      timepicker: {},
      time: { from: 'now-6h', to: 'now' },
      schemaVersion: 41,
      future: { a: [1] },
    };
    const { model, changes } = run(current);
    expect(changes).toEqual([]);
    expect(model).toEqual(current);
  });

  test('a key nobody knows survives anywhere in a model', () => {
    const model = {
      schemaVersion: 27,
      title: 't',
      time: { from: 'now-1h', to: 'now' },
      timepicker: { refresh_intervals: ['5s'] },
      templating: {
        list: [
          {
            name: 'v',
            type: 'query',
            query: { query: 'x' },
            current: { text: 'a', value: 'a' },
            options: [{ text: 'a', value: 'a' }],
          },
        ],
      },
      annotations: { list: [{ name: 'a', datasource: '-- Grafana --', target: { tags: [] } }] },
      links: [{ title: 'l' }],
      panels: [
        {
          id: 1,
          type: 'stat',
          gridPos: { x: 0, y: 0, w: 1, h: 1 },
          targets: [{ refId: 'A', datasource: 'x' }],
          options: { reduceOptions: { calcs: [] }, legend: { displayMode: 'hidden' } },
          fieldConfig: {
            defaults: {
              custom: { displayMode: 'basic' },
              thresholds: { mode: 'absolute', steps: [{ color: 'red', value: null }] },
            },
            overrides: [
              { matcher: { id: 'byName', options: 'x' }, properties: [{ id: 'unit', value: 's' }] },
            ],
          },
        },
        {
          id: 2,
          type: 'row',
          gridPos: { x: 0, y: 1, w: 24, h: 1 },
          collapsed: true,
          panels: [
            {
              id: 3,
              type: 'graph',
              gridPos: { x: 0, y: 2, w: 1, h: 1 },
              targets: [{ refId: 'A' }],
              links: [{ url: 'x' }],
              alert: { conditions: [{ type: 'query' }] },
            },
          ],
        },
      ],
    };
    let marks = 0;
    const mark = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(mark);
      if (typeof value !== 'object' || value === null) return value;
      const mine = (marks += 1);
      return {
        ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mark(inner)])),
        ['x-unknown']: mine,
      };
    };
    const marked = mark(model) as Json;
    const found = JSON.stringify(upgradeDashboard(marked).model).match(/"x-unknown":\d+/g) ?? [];
    expect(new Set(found).size).toBe(marks);
  });

  test('what comes in is not changed, and nonsense does not throw', () => {
    const input = { schemaVersion: 14, rows: [{ panels: [{ type: 'graph', span: 12 }] }] };
    const before = structuredClone(input);
    run(input);
    expect(input).toEqual(before);
    for (const odd of [
      null,
      7,
      'x',
      [],
      {},
      { panels: 'x', templating: [], annotations: 1, rows: 'y', time: 3 },
      { panels: [null, 1, { type: 4, targets: 'x', options: [], fieldConfig: 2 }] },
    ]) {
      expect(Array.isArray(upgradeDashboard(odd as unknown as Json).model.panels)).toBe(true);
    }
  });
});
