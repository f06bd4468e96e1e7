import { describe, expect, test } from 'vitest';
import { type Loose, property, upgraded } from '../testing/panel-upgrade';

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
      gauge: {
        show: true,
        minValue: 5,
        maxValue: 50,
        thresholdLabels: true,
        thresholdMarkers: false,
      },
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
      {
        id: 'reduce',
        options: { mode: 'seriesToRows', includeTimeField: false, reducers: ['mean'] },
      },
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
      (upgraded({ type: 'table-old', ...table, transform: name }).transformations ?? []).map(
        (one) => one.id,
      ),
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
        legend: {
          showLegend: true,
          placement: 'bottom',
          displayMode: 'table',
          values: ['value', 'percent'],
        },
      },
      fieldConfig: { defaults: { unit: 'bytes' } },
    });
    expect(property(panel, 'a')).toEqual({ color: { mode: 'fixed', fixedColor: 'red' } });
  });

  test('a heatmap of buckets and one that counts', () => {
    const old: Loose = {
      type: 'heatmap',
      color: {
        mode: 'spectrum',
        colorScheme: 'interpolateSpectral',
        exponent: 0.7,
        colorScale: 'sqrt',
      },
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
      calculation: {
        xBuckets: { mode: 'count', value: '30' },
        yBuckets: { mode: 'size', value: '5' },
      },
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
    ).toMatchObject({
      maxItems: 7,
      dashboardAlerts: true,
      stateFilter: { firing: true, noData: true },
    });
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
    expect(panel.fieldConfig?.defaults.custom).toEqual({
      cellOptions: { type: 'gauge', mode: 'lcd' },
    });
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
        upgraded(
          { type: 'table', transformations: [{ id: 'labelsToFields', options: {} }] },
          version,
        ).transformations ?? []
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
