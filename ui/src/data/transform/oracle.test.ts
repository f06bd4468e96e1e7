// @vitest-environment happy-dom
/** Transformations of the public package, run beside ours on the frames they are made for. */
import { lastValueFrom, of } from 'rxjs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loadPatternEngine } from '../pattern';
import { fieldDisplayName } from '../field/names';
import type { Field, Frame } from '../frame';
import { oracle } from '../testing/oracle';
import { transform } from '.';

beforeAll(() => loadPatternEngine());

const { standardTransformers } = oracle;

const field = (name: string, values: unknown[], extra: Partial<Field> = {}): Field => {
  const sample = values.find((value) => value !== null && value !== undefined);
  return {
    name,
    type:
      typeof sample === 'string' ? 'string' : typeof sample === 'boolean' ? 'boolean' : 'number',
    values,
    config: {},
    ...extra,
  };
};
const time = (values: number[], name = 'Time'): Field => field(name, values, { type: 'time' });
const frame = (refId: string, fields: Field[], extra: Partial<Frame> = {}): Frame => ({
  refId,
  fields,
  length: fields[0]?.values.length ?? 0,
  ...extra,
});

const table = (): Frame[] => [
  frame('A', [
    time([1000, 2000, 3000, 4000, 5000]),
    field('host', ['a', 'b', 'a', 'c', 'b']),
    field('cpu', [10, 20, null, 40, 50]),
    field('mem', [5, 4, 3, 2, 1]),
  ]),
];
const series = (): Frame[] => [
  frame('A', [
    time([1000, 2000, 3000]),
    field('Value', [1, 2, 3], { labels: { job: 'api', host: 'x' } }),
  ]),
  frame('A', [
    time([2000, 3000, 4000]),
    field('Value', [20, 30, 40], { labels: { job: 'web', host: 'x' } }),
  ]),
];
const instants = (): Frame[] => [
  frame('A', [time([1000, 1000]), field('host', ['a', 'b']), field('Value #A', [1, 2])]),
  frame('B', [time([1000, 1000]), field('host', ['b', 'a']), field('Value #B', [20, 10])]),
  frame('C', [time([1000]), field('host', ['c']), field('Value #C', [300])]),
];
const named = (): Frame[] => [
  frame('A', [time([1000, 2000]), field('Value', [1, 2])], { name: 'one' }),
  frame('B', [time([1000, 3000]), field('Value', [3, 4])], { name: 'two' }),
];
const wide = (): Frame[] => [
  frame('A', [
    time([1000, 2000]),
    field('cpu', [1, 2], { labels: { host: 'a', dc: 'x' } }),
    field('cpu', [3, 4], { labels: { host: 'b', dc: 'x' } }),
  ]),
  frame('A', [time([1000, 2000]), field('cpu', [5, 6], { labels: { host: 'c', dc: 'y' } })]),
];
const INPUTS: Record<string, () => Frame[]> = { table, series, instants, named, wide };

type Transformer = {
  operator: (
    options: never,
    ctx: never,
  ) => import('rxjs').MonoTypeOperatorFunction<import('@grafana/data').DataFrame[]>;
};

async function theirs(transformer: unknown, options: unknown, frames: Frame[]): Promise<unknown> {
  const copies = structuredClone(frames) as unknown as import('@grafana/data').DataFrame[];
  const operator = (transformer as Transformer).operator(
    options as never,
    { interpolate: (text: string) => text } as never,
  );
  const result = await lastValueFrom(of(copies).pipe(operator));
  return result.map((one) =>
    one.fields.map((f) => [
      oracle.getFieldDisplayName(f, one, result),
      String(f.type),
      [...f.values],
    ]),
  );
}

function ours(id: string, options: Record<string, unknown>, frames: Frame[]): unknown {
  const result = transform(frames, [{ id, options }], {
    timeZone: 'UTC',
    interpolate: (text) => text,
  });
  return result.map((one) =>
    one.fields.map((f) => [fieldDisplayName(f, one, result), f.type, f.values]),
  );
}

/** Missing cells are `null` or `undefined` alike; both are drawn as nothing. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, entry: unknown) => (entry === undefined ? null : entry)));

const CASES: [id: string, transformer: unknown, input: string, options: Record<string, unknown>][] =
  [
    [
      'organize',
      standardTransformers.organizeFieldsTransformer,
      'table',
      {
        indexByName: { mem: 0, Time: 2, host: 1, cpu: 3 },
        excludeByName: { cpu: true },
        renameByName: { host: 'Server', mem: '' },
      },
    ],
    [
      'organize',
      standardTransformers.organizeFieldsTransformer,
      'series',
      { excludeByName: { Time: true }, indexByName: {}, renameByName: {} },
    ],
    [
      'organize',
      standardTransformers.organizeFieldsTransformer,
      'table',
      {
        excludeByName: {},
        indexByName: {},
        renameByName: {},
        includeByName: { host: true, cpu: true },
      },
    ],
    ['merge', standardTransformers.mergeTransformer, 'instants', {}],
    ['merge', standardTransformers.mergeTransformer, 'series', {}],
    ['merge', standardTransformers.mergeTransformer, 'named', {}],
    ['merge', standardTransformers.mergeTransformer, 'table', {}],
    [
      'groupBy',
      standardTransformers.groupByTransformer,
      'table',
      {
        fields: {
          host: { operation: 'groupby', aggregations: [] },
          cpu: { operation: 'aggregate', aggregations: ['sum', 'max', 'count', 'lastNotNull'] },
          Time: { operation: 'aggregate', aggregations: ['last'] },
        },
      },
    ],
    [
      'groupBy',
      standardTransformers.groupByTransformer,
      'instants',
      { fields: { host: { operation: 'groupby', aggregations: [] } } },
    ],
    [
      'sortBy',
      standardTransformers.sortByTransformer,
      'table',
      { sort: [{ field: 'mem', desc: false }] },
    ],
    [
      'sortBy',
      standardTransformers.sortByTransformer,
      'table',
      { sort: [{ field: 'host', desc: true }] },
    ],
    [
      'sortBy',
      standardTransformers.sortByTransformer,
      'table',
      { sort: [{ field: 'cpu', desc: true }] },
    ],
    [
      'sortBy',
      standardTransformers.sortByTransformer,
      'table',
      { sort: [{ field: 'cpu', desc: false }] },
    ],
    ['limit', standardTransformers.limitTransformer, 'table', { limitField: 2 }],
    ['limit', standardTransformers.limitTransformer, 'table', { limitField: '3' }],
    [
      'renameByRegex',
      standardTransformers.renameByRegexTransformer,
      'table',
      { regex: '(.*)m(.*)', renamePattern: '$2-$1' },
    ],
    [
      'renameByRegex',
      standardTransformers.renameByRegexTransformer,
      'series',
      { regex: '/.*job="(\\w+)".*/', renamePattern: 'job $1' },
    ],
    [
      'filterFieldsByName',
      standardTransformers.filterFieldsByNameTransformer,
      'table',
      { include: { names: ['host', 'mem'] } },
    ],
    [
      'filterFieldsByName',
      standardTransformers.filterFieldsByNameTransformer,
      'table',
      { include: { pattern: '/^c|Time/' } },
    ],
    [
      'filterFieldsByName',
      standardTransformers.filterFieldsByNameTransformer,
      'table',
      { exclude: { pattern: '.*m.*' } },
    ],
    [
      'filterByRefId',
      standardTransformers.filterFramesByRefIdTransformer,
      'instants',
      { include: 'A' },
    ],
    [
      'filterByRefId',
      standardTransformers.filterFramesByRefIdTransformer,
      'instants',
      { include: '/A|C/' },
    ],
    [
      'filterByRefId',
      standardTransformers.filterFramesByRefIdTransformer,
      'instants',
      { exclude: 'B' },
    ],
    ['joinByField', standardTransformers.joinByFieldTransformer, 'series', {}],
    ['joinByField', standardTransformers.joinByFieldTransformer, 'named', { mode: 'outer' }],
    [
      'joinByField',
      standardTransformers.joinByFieldTransformer,
      'named',
      { mode: 'inner', byField: 'Time' },
    ],
    [
      'joinByField',
      standardTransformers.joinByFieldTransformer,
      'instants',
      { mode: 'outer', byField: 'host' },
    ],
    [
      'joinByField',
      standardTransformers.joinByFieldTransformer,
      'instants',
      { mode: 'inner', byField: 'host' },
    ],
    [
      'joinByField',
      standardTransformers.joinByFieldTransformer,
      'instants',
      { mode: 'outerTabular', byField: 'host' },
    ],
    ['seriesToRows', standardTransformers.seriesToRowsTransformer, 'series', {}],
    ['seriesToRows', standardTransformers.seriesToRowsTransformer, 'named', {}],
    ['labelsToFields', standardTransformers.labelsToFieldsTransformer, 'series', {}],
    [
      'labelsToFields',
      standardTransformers.labelsToFieldsTransformer,
      'series',
      { valueLabel: 'job' },
    ],
    [
      'labelsToFields',
      standardTransformers.labelsToFieldsTransformer,
      'series',
      { keepLabels: ['job'] },
    ],
    ['labelsToFields', standardTransformers.labelsToFieldsTransformer, 'series', { mode: 'rows' }],
    [
      'labelsToFields',
      standardTransformers.labelsToFieldsTransformer,
      'wide',
      { valueLabel: 'host' },
    ],
    ['merge', standardTransformers.mergeTransformer, 'wide', {}],
    ['joinByField', standardTransformers.joinByFieldTransformer, 'wide', {}],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'wide',
      { reducers: ['max'], labelsToFields: true },
    ],
    ['reduce', standardTransformers.reduceTransformer, 'wide', { reducers: ['max', 'min'] }],
    [
      'organize',
      standardTransformers.organizeFieldsTransformer,
      'wide',
      { renameByName: { 'cpu a': 'x' }, excludeByName: {}, indexByName: {} },
    ],
    [
      'concatenate',
      standardTransformers.concatenateTransformer,
      'wide',
      { frameNameMode: 'field' },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'wide',
      { mode: 'reduceRow', reduce: { reducer: 'mean' } },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'named',
      { mode: 'reduceRow', reduce: { reducer: 'sum' } },
    ],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'series',
      { reducers: ['max', 'min'], mode: 'reduceFields' },
    ],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'table',
      { reducers: ['max', 'min'], mode: 'reduceFields' },
    ],
    ['reduce', standardTransformers.reduceTransformer, 'table', { reducers: ['max', 'mean'] }],
    ['reduce', standardTransformers.reduceTransformer, 'series', { reducers: ['last'] }],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'series',
      { reducers: ['last', 'min'], labelsToFields: true },
    ],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'table',
      { reducers: ['last'], includeTimeField: true },
    ],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'table',
      { reducers: ['max'], mode: 'reduceFields' },
    ],
    [
      'reduce',
      standardTransformers.reduceTransformer,
      'series',
      { reducers: ['max'], mode: 'reduceFields' },
    ],
    [
      'concatenate',
      standardTransformers.concatenateTransformer,
      'named',
      { frameNameMode: 'drop' },
    ],
    [
      'concatenate',
      standardTransformers.concatenateTransformer,
      'named',
      { frameNameMode: 'field' },
    ],
    [
      'concatenate',
      standardTransformers.concatenateTransformer,
      'named',
      { frameNameMode: 'label', frameNameLabel: 'source' },
    ],
    [
      'concatenate',
      standardTransformers.concatenateTransformer,
      'instants',
      { frameNameMode: 'drop' },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'reduceRow', reduce: { reducer: 'sum' } },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      {
        mode: 'reduceRow',
        reduce: { reducer: 'max', include: ['cpu', 'mem'] },
        alias: 'top',
        replaceFields: true,
      },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'binary', binary: { left: 'cpu', operator: '/', right: 'mem' } },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'binary', binary: { left: 'cpu', operator: '*', right: '2' }, alias: 'double' },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'binary', binary: { left: 'cpu', operator: '*', right: '2' }, replaceFields: true },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'named',
      { mode: 'binary', binary: { left: 'one', operator: '+', right: 'two' } },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'unary', unary: { operator: 'abs', fieldName: 'mem' } },
    ],
    ['calculateField', standardTransformers.calculateFieldTransformer, 'table', { mode: 'index' }],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'cumulativeFunctions', cumulative: { field: 'mem', reducer: 'sum' } },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      { mode: 'cumulativeFunctions', cumulative: { field: 'mem', reducer: 'mean' } },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      {
        mode: 'windowFunctions',
        window: {
          field: 'mem',
          reducer: 'mean',
          windowSize: 3,
          windowSizeMode: 'fixed',
          windowAlignment: 'trailing',
        },
      },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      {
        mode: 'windowFunctions',
        window: {
          field: 'mem',
          reducer: 'mean',
          windowSize: 3,
          windowSizeMode: 'fixed',
          windowAlignment: 'centered',
        },
      },
    ],
    [
      'calculateField',
      standardTransformers.calculateFieldTransformer,
      'table',
      {
        mode: 'windowFunctions',
        window: {
          field: 'mem',
          reducer: 'mean',
          windowSize: 0.6,
          windowSizeMode: 'percentage',
          windowAlignment: 'trailing',
        },
      },
    ],
    [
      'convertFieldType',
      standardTransformers.convertFieldTypeTransformer,
      'table',
      { conversions: [{ targetField: 'mem', destinationType: 'string' }] },
    ],
    [
      'convertFieldType',
      standardTransformers.convertFieldTypeTransformer,
      'table',
      { conversions: [{ targetField: 'host', destinationType: 'number' }] },
    ],
    [
      'convertFieldType',
      standardTransformers.convertFieldTypeTransformer,
      'table',
      { conversions: [{ targetField: 'mem', destinationType: 'boolean' }] },
    ],
    [
      'groupingToMatrix',
      standardTransformers.groupingToMatrixTransformer,
      'table',
      { columnField: 'host', rowField: 'Time', valueField: 'mem' },
    ],
    [
      'groupingToMatrix',
      standardTransformers.groupingToMatrixTransformer,
      'table',
      { columnField: 'Time', rowField: 'host', valueField: 'mem', emptyValue: 'zero' },
    ],
    [
      'formatString',
      standardTransformers.formatStringTransformer,
      'table',
      { stringField: 'host', outputFormat: 'Upper Case' },
    ],
    [
      'formatTime',
      standardTransformers.formatTimeTransformer,
      'table',
      { timeField: 'Time', outputFormat: 'YYYY-MM-DD', useTimezone: false },
    ],
    [
      'filterByValue',
      standardTransformers.filterByValueTransformer,
      'table',
      {
        type: 'include',
        match: 'any',
        filters: [
          { fieldName: 'mem', config: { id: 'greater', options: { value: 2 } } },
          { fieldName: 'host', config: { id: 'equal', options: { value: 'c' } } },
        ],
      },
    ],
    [
      'filterByValue',
      standardTransformers.filterByValueTransformer,
      'table',
      {
        type: 'include',
        match: 'all',
        filters: [
          { fieldName: 'mem', config: { id: 'lowerOrEqual', options: { value: 4 } } },
          { fieldName: 'host', config: { id: 'regex', options: { value: '[ab]' } } },
        ],
      },
    ],
    [
      'filterByValue',
      standardTransformers.filterByValueTransformer,
      'table',
      {
        type: 'exclude',
        match: 'any',
        filters: [{ fieldName: 'cpu', config: { id: 'isNull', options: {} } }],
      },
    ],
    [
      'filterByValue',
      standardTransformers.filterByValueTransformer,
      'table',
      {
        type: 'include',
        match: 'any',
        filters: [{ fieldName: 'cpu', config: { id: 'between', options: { from: 15, to: 45 } } }],
      },
    ],
    [
      'filterByValue',
      standardTransformers.filterByValueTransformer,
      'table',
      {
        type: 'exclude',
        match: 'any',
        filters: [{ fieldName: 'no such', config: { id: 'isNull', options: {} } }],
      },
    ],
    ['transpose', standardTransformers.transposeTransformer, 'table', {}],
    ['histogram', standardTransformers.histogramTransformer, 'table', { bucketSize: 10 }],
    [
      'histogram',
      standardTransformers.histogramTransformer,
      'table',
      { bucketSize: 2, combine: true },
    ],
    [
      'histogram',
      standardTransformers.histogramTransformer,
      'series',
      { bucketSize: 5, bucketOffset: 1 },
    ],
  ];

describe('transformations give what users know', () => {
  beforeAll(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  test.each(
    CASES.map(([id, transformer, input, options]) => ({
      id,
      transformer,
      input,
      options,
      text: JSON.stringify(options),
    })),
  )('$id of $input with $text', async ({ id, transformer, input, options }) => {
    expect(transformer, `${id} is in the package`).toBeDefined();
    const frames = INPUTS[input]?.() ?? [];
    expect(plain(ours(id, options, frames))).toEqual(
      plain(await theirs(transformer, options, frames)),
    );
  });
});
