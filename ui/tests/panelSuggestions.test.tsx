import { beforeAll, describe, expect, test } from 'vitest';
import type { Field, FieldConfigSource, Frame, FrameMeta } from '../src/data';
import { loadPlugin, panelDrawn } from '../src/plugins/panels';
import { panelTypes } from '../src/plugins/panelTypes';
import { standardOptions } from '../src/plugins/standardOptions';
import { rankedSuggestions, summaryOf } from '../src/plugins/suggestions';
import { changedType } from '../src/plugins/typeChange';
import { optionDefinitions } from '../src/sdk/options';
import type { PanelDefinition, TypeChange } from '../src/sdk/panel';

const plugins = new Map<string, PanelDefinition>();

beforeAll(async () => {
  panelDrawn();
  for (const type of panelTypes.keys()) plugins.set(type, await loadPlugin(type));
}, 60_000);

const types = [...panelTypes.keys()];
const pluginOf = (type: string) => plugins.get(type) as PanelDefinition;

type Column = Pick<Field, 'name' | 'type' | 'values'> & Partial<Field>;

function frame(columns: Column[], meta?: FrameMeta): Frame {
  const fields = columns.map((column) => ({ config: {}, ...column }));
  return { fields, length: fields[0]?.values.length ?? 0, meta };
}

const times = (length: number): Column => ({
  name: 'Time',
  type: 'time',
  values: Array.from({ length }, (_, i) => i * 60_000),
});
const numbers = (name: string, length: number, labels?: Record<string, string>): Column => ({
  name,
  type: 'number',
  values: Array.from({ length }, (_, i) => Math.sin(i) * 100),
  labels,
});
const texts = (name: string, ...values: string[]): Column => ({ name, type: 'string', values });

const RESULTS: Record<string, Frame[]> = {
  'one series': [frame([times(500), numbers('cpu', 500)])],
  'several series': [1, 2, 3].map((n) => frame([times(60), numbers(`cpu ${n}`, 60)])),
  'one value': [frame([numbers('total', 1)])],
  'one text': [frame([texts('version', '1.4.2')])],
  'a table of services': [
    frame([texts('service', 'a', 'b', 'c', 'd'), numbers('requests', 4), numbers('errors', 4)]),
  ],
  'a table of texts': [
    frame([texts('pod', 'a', 'b'), texts('node', 'x', 'y'), texts('state', 'on', 'off')]),
  ],
  'buckets of a histogram': ['0.1', '0.5', '1', '+Inf'].map((le) =>
    frame([times(60), numbers('Value', 60, { le })]),
  ),
  states: [frame([times(3), texts('phase', 'ok', 'failed', 'ok')])],
  'log lines': [frame([times(2), texts('body', 'a', 'b')], { type: 'log-lines' })],
  'a trace': [frame([texts('traceID', 'a'), texts('spanID', 'b'), numbers('duration', 1)])],
  'a graph of nodes': [frame([texts('id', 'e'), texts('source', 'a'), texts('target', 'b')])],
  'an empty result': [],
};

/** What suits each result best, and what is not offered for it. */
test.each([
  ['one series', ['timeseries'], ['piechart', 'barchart', 'logs', 'heatmap']],
  ['several series', ['timeseries'], ['barchart', 'logs', 'heatmap']],
  ['one value', ['stat'], ['timeseries', 'piechart', 'state-timeline']],
  ['one text', ['stat'], ['timeseries', 'gauge']],
  ['a table of services', ['barchart'], ['timeseries', 'state-timeline']],
  ['a table of texts', ['table'], ['timeseries', 'gauge', 'stat']],
  ['buckets of a histogram', ['heatmap'], ['barchart']],
  ['states', ['state-timeline'], ['timeseries', 'gauge']],
  ['log lines', ['logs'], ['timeseries', 'state-timeline']],
  ['a trace', ['traces'], ['logs', 'timeseries', 'state-timeline']],
  ['a graph of nodes', ['nodeGraph'], ['traces', 'timeseries']],
  ['an empty result', [], ['timeseries', 'stat', 'gauge', 'logs', 'heatmap']],
])('for %s, the best suggestions are %j', (name, best, never) => {
  const ranked = rankedSuggestions(summaryOf(RESULTS[name] as Frame[]), plugins);
  const offered = ranked.map(({ type }) => type);
  const favored = ranked.filter(({ score }) => score === 'best').map(({ type }) => type);
  expect(
    [...new Set(favored)].filter((type) => type !== 'table' || best.includes('table')),
  ).toEqual(best);
  expect(never.filter((type) => offered.includes(type))).toEqual([]);
  expect(offered).toContain('table');
});

test('suggestions set only what their panel declares', () => {
  const declares = (build: PanelDefinition['options'], path: string) =>
    optionDefinitions(build).some(
      (one) =>
        one.path === path || path.startsWith(`${one.path}.`) || one.path.startsWith(`${path}.`),
    );
  for (const frames of Object.values(RESULTS))
    for (const { type, options = {}, fieldConfig } of rankedSuggestions(
      summaryOf(frames),
      plugins,
    )) {
      const { options: build, fieldOptions, standard } = pluginOf(type);
      const { custom = {}, ...defaults } = fieldConfig?.defaults ?? {};
      expect(leaves(options).filter((path) => !declares(build, path))).toEqual([]);
      expect(leaves(custom).filter((path) => !declares(fieldOptions, path))).toEqual([]);
      expect(
        Object.keys(defaults).filter((key) => !declares(standardOptions(standard), key)),
      ).toEqual([]);
    }
});

test('no two suggestions of a type for the same result have one name', () => {
  for (const frames of Object.values(RESULTS)) {
    const names = rankedSuggestions(summaryOf(frames), plugins).map(
      (one) => `${one.type} ${one.name}`,
    );
    expect(new Set(names).size).toBe(names.length);
  }
});

function leaves(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? leaves(inner, `${prefix}${key}.`)
      : [prefix + key],
  );
}

describe('a change of the type', () => {
  const fieldConfig: FieldConfigSource = {
    defaults: {
      unit: 'bytes',
      decimals: 1,
      mappings: [],
      custom: {
        drawStyle: 'bars',
        axisLabel: 'Memory',
        fillOpacity: 0,
        stacking: { mode: 'normal' },
      },
    },
    overrides: [
      {
        matcher: { id: 'byName', options: 'used' },
        properties: [
          { id: 'unit', value: 'percent' },
          { id: 'custom.axisPlacement', value: 'right' },
          { id: 'custom.drawStyle', value: 'line' },
        ],
      },
      {
        matcher: { id: 'byName', options: 'free' },
        properties: [{ id: 'custom.drawStyle', value: 'line' }],
      },
    ],
  };
  const series: TypeChange = {
    type: 'timeseries',
    options: {
      legend: { showLegend: true, placement: 'right', calcs: ['mean'], displayMode: 'table' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    fieldConfig,
  };
  const single: TypeChange = {
    type: 'stat',
    options: {
      reduceOptions: { calcs: ['max'], fields: '/.*/', values: false },
      orientation: 'vertical',
      colorMode: 'background',
      text: { valueSize: 40 },
    },
    fieldConfig: { defaults: { unit: 's' }, overrides: [] },
  };
  const become = (from: TypeChange, type: string): TypeChange => ({
    type,
    ...changedType(from, pluginOf(type)),
  });

  test.each(types)('to %s keeps the standard options of fields', (type) => {
    const { fieldConfig: kept } = become(series, type);
    expect(kept.defaults).toMatchObject({ unit: 'bytes', decimals: 1, mappings: [] });
    expect(kept.overrides[0]).toMatchObject({
      matcher: { options: 'used' },
      properties: expect.arrayContaining([{ id: 'unit', value: 'percent' }]),
    });
  });

  test.each(types)('to %s leaves nothing behind that the type does not declare', (type) => {
    const { options, fieldOptions } = pluginOf(type);
    const isKnown = (build: PanelDefinition['options'], path: string) =>
      optionDefinitions(build).some((one) => one.path === path || path.startsWith(`${one.path}.`));
    for (const from of [series, single]) {
      const kept = become(from, type);
      expect(leaves(kept.options).filter((path) => !isKnown(options, path))).toEqual([]);
      const custom = leaves(kept.fieldConfig.defaults.custom ?? {});
      expect(custom.filter((path) => !isKnown(fieldOptions, path))).toEqual([]);
    }
  });

  test.each(types)('to %s changes nothing of the panel it was', (type) => {
    const before = structuredClone(series);
    become(series, type);
    expect(series).toEqual(before);
  });

  test.each(['gauge', 'bargauge'])('from stat to %s and back keeps how values are made', (type) => {
    const there = become(single, type);
    expect(there.options).toEqual({
      reduceOptions: { calcs: ['max'], fields: '/.*/', values: false },
      orientation: 'vertical',
      text: { valueSize: 40 },
    });
    expect(become(there, 'stat').options).toEqual(there.options);
  });

  test('from stat to a pie chart and back keeps the calculation', () => {
    const there = become(single, 'piechart');
    expect(there.options).toEqual({ reduceOptions: single.options['reduceOptions'] });
    expect(become(there, 'stat').options).toEqual(there.options);
  });

  test('from a time series to a bar chart and back keeps legend, tooltip, axis and stacking', () => {
    const there = become(series, 'barchart');
    expect(there.options).toEqual({ ...series.options, stacking: 'normal' });
    expect(there.fieldConfig.defaults.custom).toEqual({ axisLabel: 'Memory' });
    expect(there.fieldConfig.overrides).toEqual([
      {
        matcher: { id: 'byName', options: 'used' },
        properties: [
          { id: 'unit', value: 'percent' },
          { id: 'custom.axisPlacement', value: 'right' },
        ],
      },
    ]);
    const back = become(there, 'timeseries');
    expect(back.options).toEqual(series.options);
    expect(back.fieldConfig.defaults.custom).toEqual({
      axisLabel: 'Memory',
      stacking: { mode: 'normal', group: 'A' },
    });
  });

  test('to a heatmap moves the axis into its options', () => {
    expect(become(series, 'heatmap').options).toEqual({
      tooltip: { mode: 'multi' },
      legend: { show: true },
      yAxis: { axisLabel: 'Memory' },
    });
  });

  test.each([
    ['stat', { mode: 'palette-classic' }, { mode: 'thresholds' }],
    ['stat', { mode: 'fixed', fixedColor: 'red' }, { mode: 'fixed', fixedColor: 'red' }],
    ['stat', { mode: 'continuous-BlPu' }, { mode: 'continuous-BlPu' }],
    ['timeseries', { mode: 'thresholds' }, { mode: 'palette-classic' }],
    ['piechart', { mode: 'continuous-BlPu' }, { mode: 'palette-classic' }],
    ['barchart', { mode: 'thresholds' }, { mode: 'thresholds' }],
    ['text', { mode: 'thresholds' }, { mode: 'thresholds' }],
    ['stat', undefined, undefined],
  ])('to %s turns the color scheme %j into %j', (type, color, expected) => {
    const from = { ...single, fieldConfig: { defaults: { color }, overrides: [] } };
    expect(become(from, type).fieldConfig.defaults.color).toEqual(expected);
  });
});
