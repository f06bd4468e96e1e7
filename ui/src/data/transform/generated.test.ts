// @vitest-environment happy-dom
/**
 * Every transformation of the public package beside ours, each with many options on frames it is
 * not made for: empty ones, odd types, NaN, names that are not shown.
 */
import { lastValueFrom, of } from 'rxjs';
import { beforeAll, expect, test, vi } from 'vitest';
import { fieldDisplayName } from '../field/names';
import type { Field, FieldType, Frame } from '../frame';
import { loadPatternEngine } from '../pattern';
import { unexplained, written, type Meant } from '../testing/differences';
import { field, frame } from '../testing/fields';
import { oracle } from '../testing/oracle';
import { supportedTransformations, transform } from '.';

beforeAll(async () => {
  for (const how of ['warn', 'error'] as const)
    vi.spyOn(console, how).mockImplementation(() => undefined);
  await loadPatternEngine();
});

function typeOf(values: unknown[]): FieldType {
  const kind = typeof values.find((value) => value !== null);
  return kind === 'string' || kind === 'boolean' ? kind : 'number';
}
const f = (name: string, values: unknown[], extra: Partial<Field> = {}): Field =>
  field(name, values, { type: typeOf(values), ...extra });
const t = (values: unknown[]): Field => f('Time', values, { type: 'time' });
const fr = (refId: string, fields: Field[], extra: Partial<Frame> = {}): Frame =>
  frame(fields, { refId, ...extra });

const INPUTS: Record<string, () => Frame[]> = {
  table: () => [
    fr('A', [
      t([1000, 2000, 3000, 4000, 5000]),
      f('host', ['a', 'b', 'a', 'c', 'b']),
      f('cpu', [10, 20, null, 40, 50]),
      f('mem', [5, 4, 3, 2, 1]),
    ]),
  ],
  series: () => [
    fr('A', [t([1000, 2000, 3000]), f('Value', [1, 2, 3], { labels: { job: 'api', host: 'x' } })]),
    fr('A', [
      t([2000, 3000, 4000]),
      f('Value', [20, 30, 40], { labels: { job: 'web', host: 'x' } }),
    ]),
  ],
  instants: () => [
    fr('A', [t([1000, 1000]), f('host', ['a', 'b']), f('Value #A', [1, 2])]),
    fr('B', [t([1000, 1000]), f('host', ['b', 'a']), f('Value #B', [20, 10])]),
    fr('C', [t([1000]), f('host', ['c']), f('Value #C', [300])]),
  ],
  named: () => [
    fr('A', [t([1000, 2000]), f('Value', [1, 2])], { name: 'one' }),
    fr('B', [t([1000, 3000]), f('Value', [3, 4])], { name: 'two' }),
  ],
  wide: () => [
    fr('A', [
      t([1000, 2000]),
      f('cpu', [1, 2], { labels: { host: 'a', dc: 'x' } }),
      f('cpu', [3, 4], { labels: { host: 'b', dc: 'x' } }),
    ]),
    fr('A', [t([1000, 2000]), f('cpu', [5, 6], { labels: { host: 'c', dc: 'y' } })]),
  ],
  odd: () => [
    fr('A', [
      t([1000, 1000, null, 500]),
      f('txt', ['', null, '12', 'a,b']),
      f('num', [NaN, null, 1234.5, -3]),
      f('ok', [true, false, null, true]),
      f('obj', [{ a: 1 }, null, ['x', 'y'], 'z'], { type: 'other' }),
      f('dup', ['x', 'x', 'y', 'x']),
    ]),
  ],
  shown: () => [
    fr('A', [
      t([1000, 2000]),
      f('cpu', [1, 2], { config: { displayName: 'CPU load', unit: 'percent' } }),
      f('mem', [3, 4], { config: { displayNameFromDS: 'Memory' }, labels: { host: 'a' } }),
      f('host', ['a', 'b'], { config: { displayName: 'Server' } }),
    ]),
  ],
  row: () => [fr('A', [t([1000]), f('host', ['a']), f('v', [7])])],
  empty: () => [fr('A', [t([]), f('v', [], { type: 'number' })]), fr('B', [])],
  none: () => [],
  two: () => [
    fr('A', [f('k', ['a', 'b', 'b']), f('x', [1, 2, 3])]),
    fr('B', [f('k', ['b', 'c', 'b', null]), f('y', [20, 30, 21, 40]), f('x', [5, 6, 7, 8])]),
  ],
  nums: () => [
    fr('A', [f('n', [3, 1, 2]), f('v', [1, null, 3])]),
    fr('B', [f('n', [2, 1, 5]), f('v', [7, 8, 9])]),
  ],
  cfg: () => [
    fr('config', [
      t([1000]),
      f('min', [1]),
      f('max', [100]),
      f('unit', ['s']),
      f('threshold1', [50]),
      f('color', ['red']),
    ]),
    fr('A', [t([1000, 2000]), f('v', [1, 2])]),
  ],
  r2f: () => [
    fr('A', [
      f('name', ['a', 'b']),
      f('value', [1, 2]),
      f('unit', ['s', 'ms']),
      f('max', [10, 20]),
      f('extra', ['x', 'y']),
    ]),
  ],
  json: () => [
    fr('A', [
      t([1000, 2000, 3000]),
      f('line', ['{"a":1,"b":{"c":"x"}}', '{"a":2,"d":[1,2]}', 'a=5, "b c"="y z"']),
      f('v', [1, 2, 3]),
    ]),
  ],
  unlab: () => [fr('A', [t([1000, 2000]), f('Value', [1, 2])])],
};

const group = { operation: 'groupby', aggregations: [] };
const CASES: Record<string, unknown[]> = {
  groupToNestedTable: [
    {},
    { fields: { host: group } },
    { fields: { host: group }, showSubframeHeaders: false },
    { fields: { Server: group, mem: { operation: 'aggregate', aggregations: ['sum', 'last'] } } },
    { fields: { host: group, cpu: { operation: 'aggregate', aggregations: ['max', 'count'] } } },
    { fields: { k: group, x: { operation: null } } },
    { fields: { Time: group, Value: { operation: 'aggregate', aggregations: ['mean'] } } },
    { fields: { host: group, cpu: group, mem: group, Time: group } },
    { fields: { cpu: { operation: 'aggregate', aggregations: ['sum'] } } },
  ],
  reduce: [
    {},
    { reducers: [] },
    { reducers: ['max', 'min'] },
    { reducers: ['last'] },
    { reducers: ['allValues'] },
    { reducers: ['count', 'allIsNull', 'distinctCount'] },
    { reducers: ['firstNotNull'], labelsToFields: true },
    { reducers: ['max'], labelsToFields: true },
    { reducers: ['max', 'mean'], mode: 'reduceFields' },
    { reducers: ['last'], mode: 'reduceFields' },
    { reducers: ['last', 'max'], mode: 'reduceFields', includeTimeField: true },
    { reducers: ['max'], mode: 'reduceFields', includeTimeField: true },
    { reducers: ['uniqueValues'], mode: 'reduceFields' },
    { reducers: ['allIsNull', 'count'], mode: 'reduceFields' },
    { reducers: ['max'], fields: { id: 'numeric' } },
    { reducers: ['max'], includeTimeField: true },
    { reducers: ['diffperc'] },
    { reducers: ['max'], mode: 'reduceFields', fields: { id: 'byName', options: 'cpu' } },
  ],
  filterFieldsByName: [
    {},
    { include: { names: ['host', 'cpu', 'CPU load'] } },
    { include: { pattern: 'c' } },
    { include: { pattern: '/c/' } },
    { exclude: { pattern: 'c' } },
    { exclude: { names: ['Time'] } },
    { include: { names: ['mem', 'Memory'], pattern: '/Time/' } },
    { include: { names: [] } },
    { include: { names: ['nope'] } },
    { include: { variable: 'host,cpu' }, byVariable: true },
    { include: { variable: '{host,cpu}' }, byVariable: true },
    { include: { pattern: '[' } },
    { exclude: { names: ['Time'] }, include: { names: ['Time', 'host', 'v'] } },
  ],
  filterByRefId: [
    {},
    { include: 'A' },
    { include: '/A|C/' },
    { include: 'A|C' },
    { exclude: 'B' },
    { include: '/^(?:A|B)$/' },
    { include: 'A', exclude: 'A' },
    { include: '' },
  ],
  filterByValue: [
    {},
    ...['include', 'exclude'].flatMap((type) => [
      ...[
        ['isNull', {}],
        ['isNotNull', {}],
        ['equal', { value: 20 }],
        ['equal', { value: '20' }],
        ['equal', { value: '' }],
        ['notEqual', { value: 20 }],
        ['greater', { value: 20 }],
        ['greaterOrEqual', { value: 20 }],
        ['lower', { value: 20 }],
        ['lowerOrEqual', { value: 20 }],
        ['lower', { value: 0 }],
        ['between', { from: 10, to: 50 }],
        ['between', { from: -1, to: 11 }],
        ['regex', { value: '1' }],
        ['regex', { value: '^2' }],
        ['substring', { value: '1' }],
        ['notSubstring', { value: '1' }],
        ['equal', {}],
        ['greater', {}],
      ].flatMap(([id, options]) =>
        ['cpu', 'num', 'txt'].map((fieldName) => ({
          type,
          match: 'any',
          filters: [{ fieldName, config: { id, options } }],
        })),
      ),
      {
        type,
        match: 'all',
        filters: [
          { fieldName: 'cpu', config: { id: 'greater', options: { value: 10 } } },
          { fieldName: 'host', config: { id: 'equal', options: { value: 'b' } } },
        ],
      },
      {
        type,
        match: 'all',
        filters: [
          { fieldName: 'cpu', config: { id: 'greater', options: { value: 10 } } },
          { fieldName: 'nope', config: { id: 'equal', options: { value: 'b' } } },
        ],
      },
      {
        type,
        match: 'any',
        filters: [{ fieldName: 'k', config: { id: 'equal', options: { value: 'b' } } }],
      },
      {
        type,
        match: 'any',
        filters: [{ fieldName: 'CPU load', config: { id: 'equal', options: { value: 1 } } }],
      },
      {
        type,
        match: 'any',
        filters: [{ fieldName: 'mem', config: { id: 'equal', options: { value: 3 } } }],
      },
    ]),
  ],
  organize: [
    {},
    { excludeByName: { cpu: true, host: false } },
    { excludeByName: { 'CPU load': true, mem: true } },
    { renameByName: { host: 'H', 'CPU load': 'C', mem: 'M', cpu: '' } },
    { indexByName: { mem: 0, host: 1 } },
    { indexByName: { Memory: 0, cpu: 1 } },
    { includeByName: { host: true } },
    { includeByName: {} },
    { includeByName: { nope: true } },
    { excludeByName: { Time: true, v: true } },
    { excludeByName: { constructor: true } },
    { renameByName: { Time: 'constructor' } },
    { excludeByName: { cpu: true }, includeByName: { cpu: true, host: true } },
  ],
  renameByRegex: [
    {},
    { regex: 'cpu', renamePattern: 'x' },
    { regex: 'c', renamePattern: 'x' },
    { regex: '/c/', renamePattern: 'x' },
    { regex: '/[a-z]/g', renamePattern: 'x' },
    { regex: '(.*)', renamePattern: 'pre $1' },
    { regex: '', renamePattern: 'x' },
    { regex: '/V/i', renamePattern: '' },
    { regex: '/(C)PU/', renamePattern: '$1-$$-$&' },
  ],
  sortBy: [
    {},
    { sort: [] },
    ...[
      'cpu',
      'host',
      'num',
      'txt',
      'ok',
      'Time',
      'mem',
      'Memory',
      'CPU load',
      'v',
      'nope',
      'k',
      'n',
    ].flatMap((x) => [{ sort: [{ field: x }] }, { sort: [{ field: x, desc: true }] }]),
    { sort: [{ field: 'nope' }, { field: 'cpu' }] },
  ],
  limit: [
    {},
    { limitField: 0 },
    { limitField: 2 },
    { limitField: '3' },
    { limitField: -1 },
    { limitField: '' },
    { limitField: 'x' },
    { limitField: 1.5 },
  ],
  merge: [{}],
  seriesToRows: [{}],
  concatenate: [
    {},
    { frameNameMode: 'drop' },
    { frameNameMode: 'label' },
    { frameNameMode: 'label', frameNameLabel: 'src' },
  ],
  joinByField: [
    {},
    ...['outer', 'inner', 'outerTabular'].flatMap((mode) => [
      { mode },
      { mode, byField: 'k' },
      { mode, byField: 'n' },
      { mode, byField: 'host' },
      { mode, byField: 'nope' },
      { mode, byField: 'Time' },
    ]),
  ],
  labelsToFields: [
    {},
    { valueLabel: 'job' },
    { valueLabel: 'host' },
    { keepLabels: ['job'] },
    { mode: 'rows' },
    { mode: 'rows', keepLabels: ['host'] },
    { valueLabel: 'nope' },
    { mode: 'rows', valueLabel: 'job' },
  ],
  groupBy: [
    {},
    ...[
      ['host', 'cpu'],
      ['txt', 'num'],
      ['dup', 'num'],
      ['ok', 'txt'],
      ['k', 'x'],
      ['Server', 'CPU load'],
      ['Time', 'v'],
      ['dup', 'ok'],
    ].flatMap(([a, b]) => [
      { fields: { [a ?? '']: { operation: 'groupby', aggregations: [] } } },
      {
        fields: {
          [a ?? '']: { operation: 'groupby', aggregations: [] },
          [b ?? '']: {
            operation: 'aggregate',
            aggregations: [
              'sum',
              'count',
              'last',
              'allIsNull',
              'distinctCount',
              'firstNotNull',
              'max',
              'uniqueValues',
            ],
          },
        },
      },
    ]),
    { fields: { cpu: { operation: 'aggregate', aggregations: ['sum'] } } },
    {
      fields: {
        host: { operation: 'groupby' },
        cpu: { operation: 'groupby' },
        mem: { operation: 'aggregate', aggregations: ['sum'] },
        Time: { operation: 'aggregate', aggregations: ['last', 'min'] },
      },
    },
  ],
  groupingToMatrix: [
    {},
    { columnField: 'host', rowField: 'Time', valueField: 'mem' },
    { columnField: 'host', rowField: 'mem', valueField: 'cpu' },
    ...['empty', 'null', 'true', 'false', 'zero', 'undefined'].map((emptyValue) => ({
      columnField: 'host',
      rowField: 'Time',
      valueField: 'cpu',
      emptyValue,
    })),
    { columnField: 'dup', rowField: 'txt', valueField: 'num' },
    { columnField: 'nope', rowField: 'Time', valueField: 'cpu' },
    { columnField: 'Server', rowField: 'Time', valueField: 'CPU load' },
    { columnField: 'host', rowField: 'Time', valueField: 'cpu' },
  ],
  calculateField: [
    {},
    ...[
      'sum',
      'mean',
      'count',
      'max',
      'lastNotNull',
      'allIsNull',
      'range',
      'diffperc',
      'first',
    ].flatMap((reducer) => [
      { mode: 'reduceRow', reduce: { reducer } },
      { mode: 'reduceRow', reduce: { reducer, include: ['cpu', 'num', 'x', 'Memory'] } },
    ]),
    { mode: 'reduceRow', reduce: { reducer: 'sum', include: ['nope'] } },
    { mode: 'reduceRow', reduce: { reducer: 'sum' }, alias: 'al', replaceFields: true },
    { mode: 'reduceRow', reduce: { reducer: 'sum' }, timeSeries: false },
    { reduce: { reducer: 'sum', include: [] } },
    ...['+', '-', '*', '/', '**', '%'].flatMap((operator) => [
      { mode: 'binary', binary: { left: 'cpu', operator, right: 'mem' } },
      { mode: 'binary', binary: { left: 'num', operator, right: '2' } },
      { mode: 'binary', binary: { left: 'ok', operator, right: 'num' } },
    ]),
    { mode: 'binary', binary: { left: 'nope', operator: '+', right: '1' } },
    { mode: 'binary', binary: { left: '3', operator: '+', right: '1' } },
    { mode: 'binary', binary: { left: 'CPU load', operator: '+', right: 'Memory' } },
    { mode: 'binary', binary: { left: 'cpu', operator: '+' } },
    {
      mode: 'binary',
      binary: {
        left: { fixed: '', matcher: { id: 'byName', options: 'cpu' } },
        operator: '*',
        right: { fixed: '2' },
      },
    },
    {
      mode: 'binary',
      binary: {
        left: { matcher: { id: 'byType', options: 'number' } },
        operator: '*',
        right: { fixed: '2' },
      },
    },
    ...['abs', 'exp', 'ln', 'floor', 'ceil', 'round', 'nope'].flatMap((operator) =>
      ['cpu', 'num', 'txt', 'ok', 'nope'].map((fieldName) => ({
        mode: 'unary',
        unary: { operator, fieldName },
      })),
    ),
    ...['sum', 'mean'].flatMap((reducer) =>
      ['cpu', 'num', 'txt', undefined].map((x) => ({
        mode: 'cumulativeFunctions',
        cumulative: { field: x, reducer },
      })),
    ),
    ...['mean', 'variance', 'stdDev'].flatMap((reducer) =>
      ['trailing', 'centered'].flatMap((windowAlignment) =>
        [
          { windowSizeMode: 'percentage', windowSize: 0.1 },
          { windowSizeMode: 'percentage', windowSize: 0.5 },
          { windowSizeMode: 'fixed', windowSize: 2 },
          { windowSizeMode: 'fixed', windowSize: 3 },
          {},
        ].flatMap((w) =>
          ['cpu', 'mem', 'num'].map((x) => ({
            mode: 'windowFunctions',
            window: { field: x, reducer, windowAlignment, ...w },
          })),
        ),
      ),
    ),
    { mode: 'index' },
    { mode: 'index', index: { asPercentile: true } },
  ],
  convertFieldType: [
    {},
    ...['number', 'string', 'boolean', 'time', 'other', 'enum', 'nope'].flatMap((destinationType) =>
      ['txt', 'num', 'ok', 'obj', 'Time', 'cpu', 'CPU load', 'mem', 'Memory'].map(
        (targetField) => ({ conversions: [{ targetField, destinationType }] }),
      ),
    ),
    {
      conversions: [
        { targetField: 'dup', destinationType: 'enum', enumConfig: { text: ['y', 'x'] } },
      ],
    },
    { conversions: [{ targetField: 'obj', destinationType: 'string', joinWith: '+' }] },
    { conversions: [{ targetField: 'Time', destinationType: 'string', dateFormat: 'YYYY' }] },
    { conversions: [{ targetField: 'cpu', destinationType: 'string', dateFormat: 'YYYY' }] },
    { conversions: [{ targetField: 'txt', destinationType: 'time', dateFormat: 'YYYY' }] },
    {
      conversions: [
        { targetField: 'cpu', destinationType: 'string' },
        { targetField: 'cpu', destinationType: 'number' },
      ],
    },
    { conversions: [{ destinationType: 'number' }] },
  ],
  formatTime: [
    { timeField: 'Time', outputFormat: 'YYYY-MM' },
    { timeField: 'Time', outputFormat: '' },
    { timeField: 'Time', outputFormat: 'HH:mm', timezone: 'Europe/Berlin' },
    { timeField: 'Time', outputFormat: 'HH:mm', useTimezone: false },
    { timeField: 'nope', outputFormat: 'HH:mm' },
    {},
  ],
  formatString: [
    'Upper Case',
    'Lower Case',
    'Sentence Case',
    'Title Case',
    'Pascal Case',
    'Camel Case',
    'Snake Case',
    'Kebab Case',
    'Trim',
    'Substring',
    'nope',
  ].flatMap((outputFormat) =>
    ['host', 'Server', 'dup', 'cpu'].map((stringField) => ({
      stringField,
      outputFormat,
      substringStart: 0,
      substringEnd: 1,
    })),
  ),
  histogram: [
    {},
    { bucketSize: 10 },
    { bucketSize: 2, combine: true },
    { bucketSize: 3, bucketOffset: 1 },
    { bucketCount: 5 },
    { bucketSize: 0.5 },
    { combine: true },
    { bucketSize: '2' },
  ],
  transpose: [
    {},
    { firstFieldName: 'Column' },
    { restFieldsName: 'Row' },
    { firstFieldName: 'Column', restFieldsName: 'Row' },
  ],
};

/** Ids of the package that are not compared here, and why. */
const NOT_COMPARED: Record<string, string> = {
  append: 'stored steps of these do nothing in 10.4, which does not register them',
  ensureColumns: 'as append',
  filterFields: 'as append',
  filterFrames: 'as append',
  convertFrameType: 'newer than 10.4',
  noop: 'as append',
  order: 'as append',
  rename: 'as append',
};

const MEANT: Meant = [
  [/instead of an error$/, 'a step that fails in the package leaves the table as it is'],
  [
    /^(calculateField|reduce|groupBy) .*(diffperc|"All Nulls"|allIsNull)/,
    'as the reducers: version 13 gives percent, and says that texts are all null',
  ],
  [
    /^reduce of \w+ .*instead of .*<NaN>/,
    'a text has no maximum; version 13 calls it NaN, 10.4 leaves it out',
  ],
  [
    /^reduce of (odd|empty) |^groupBy of (odd|empty|row|cfg|json) /,
    'as the reducers: booleans count as 0 and 1, an empty column has nothing; equal keys are equal values, null and "" are two',
  ],
  [
    /^reduce of two .*"reducers":\["(last|firstNotNull)"\]/,
    'the package drops rows after a column of another type',
  ],
  [
    /^reduce of \w+ with \{"reducers":\[.*,.*"mode":"reduceFields"/,
    'the package gives all columns of a field the last calculation as their label',
  ],
  [
    /^groupToNestedTable of (shown|wide|series|named) /,
    'as groupBy; columns inside rows keep the names they are shown with, none of equal name is lost',
  ],
  [
    /^groupBy of (shown|wide|table|two) /,
    'version 13 names columns and types differently; 10.4 and ours by the name in the options',
  ],
  [
    /^reduce of \w+ with \{"reducers":\["uniqueValues"|^reduce of \w+ with \{"reducers":\["allValues"/,
    'lists are of type other',
  ],
  [
    /^filterByValue of table .*(substring|notSubstring|"options":{}|"greater")/i,
    'numbers are searched as texts, and a missing value to compare with is that of the editor',
  ],
  [/^formatString of \w+ .*"nope"/, 'a form that is not known changes nothing'],
  [
    /^filterByValue of (wide|shown) .*"fieldName":"(cpu|mem)"/,
    'a column is found by its own name as well',
  ],
  [
    /^filterByValue of \w+ .*"fieldName":"ok"|^filterByValue of odd /,
    'booleans and NaN compare as numbers',
  ],
  [/^sortBy of (wide|shown) /, 'a column is found by its own name as well'],
  [/^sortBy of odd /, 'NaN comes first and false before true; the package leaves rows unsorted'],
  [
    /^seriesToRows of /,
    'every series of a frame makes rows, and one frame stays as it is as in 10.4',
  ],
  [
    /^joinByField of \w+ .*: \[\[.* instead of \[\[\]\]$/,
    'without the column in any frame, the frames stay as they are',
  ],
  [
    /^joinByField of \w+ with \{"mode":"(inner|outerTabular)"/,
    'rows of equal keys are combined each with each, none is lost',
  ],
  [/^joinByField of \w+ /, 'frames without the column are left out'],
  [
    /^calculateField of \w+ .*"include":\["(nope|cpu)"/,
    'where no column matches nothing is added; the package adds a column of zeros',
  ],
  [/^calculateField of empty /, 'an empty frame stays empty'],
  [/^calculateField of \w+ .*("\*\*"|"%")/, 'operators newer than 10.4'],
  [
    /^calculateField of \w+ .*"(binary|unary|windowFunctions|cumulativeFunctions)"/,
    'columns are found by their own name as well; a missing value stays missing, and a window passes over it',
  ],
  [
    /^convertFieldType of (odd|table) /,
    'as in 10.4: missing values become 0, "null" or false; objects stay objects, a text of digits is milliseconds',
  ],
  [
    /^formatTime of (odd|named) /,
    'a missing time stays missing, and columns are found by the name shown',
  ],
  [/^groupingToMatrix of shown /, 'columns are named by their value, not by the configured name'],
  [/^histogram of \w+ /, 'missing values fall into no range, columns keep their own names'],
];

type Tables = readonly {
  length: number;
  meta?: { custom?: Record<string, unknown> };
  fields: readonly { name: string; type: string; values: readonly unknown[] }[];
}[];
type NameOf<T extends Tables> = (field: T[0]['fields'][0], frame: T[0], frames: T) => string;

/** Names as shown, types and values; tables inside rows are compared as tables. */
function columns(tables: Tables, nameOf: NameOf<Tables>): unknown[] {
  return tables.map((one) =>
    one.fields.map((each) =>
      each.type === 'nestedFrames'
        ? // Version 13 calls the column __nestedFrames.
          ['Nested frames', each.values.map((nested) => inner(nested as Tables, nameOf))]
        : [nameOf(each, one, tables), each.type, [...each.values]],
    ),
  );
}

function inner(tables: Tables, nameOf: NameOf<Tables>): unknown[] {
  return [
    ...columns(tables, nameOf),
    ...tables.map(({ length, meta }) => [length, meta?.custom?.['noHeader']]),
  ];
}

interface Transformer {
  id: string;
  defaultOptions?: object;
  operator: (
    options: never,
    ctx: never,
  ) => import('rxjs').MonoTypeOperatorFunction<import('@grafana/data').DataFrame[]>;
}
const transformers = Object.values(oracle.standardTransformers) as unknown as Transformer[];

async function theirs(
  { operator, defaultOptions }: Transformer,
  options: unknown,
  frames: Frame[],
): Promise<string> {
  try {
    const given = { ...defaultOptions, ...(options as object) } as never;
    const copies = structuredClone(frames) as unknown as import('@grafana/data').DataFrame[];
    const result = await lastValueFrom(
      of(copies).pipe(operator(given, { interpolate: String } as never)),
    );
    return written(columns(result as Tables, oracle.getFieldDisplayName as NameOf<Tables>));
  } catch {
    return 'an error';
  }
}

function ours(id: string, options: unknown, frames: Frame[]): string {
  const steps = [{ id, options: options as Record<string, unknown> }];
  const result = transform(frames, steps, { timeZone: 'UTC', interpolate: String });
  return written(columns(result, fieldDisplayName as NameOf<Tables>));
}

test('every transformation of the package is compared or left out for a reason', () => {
  const compared = new Set([...Object.keys(CASES), ...Object.keys(NOT_COMPARED)]);
  expect(transformers.map(({ id }) => id).filter((id) => !compared.has(id))).toEqual([]);
  expect(Object.keys(CASES).filter((id) => !supportedTransformations.includes(id))).toEqual([]);
});

test('the same tables as users know', async () => {
  const different: string[] = [];
  for (const [id, options] of Object.entries(CASES)) {
    const transformer = transformers.find((one) => one.id === id);
    if (!transformer) throw new Error(`The package has no transformation "${id}".`);
    for (const one of options) {
      for (const [name, input] of Object.entries(INPUTS)) {
        const wanted = await theirs(transformer, one, input());
        const found = ours(id, one, input());
        if (found !== wanted)
          different.push(`${id} of ${name} with ${written(one)}: ${found} instead of ${wanted}`);
      }
    }
  }
  expect(unexplained(different, MEANT).map((line) => line.slice(0, 600))).toEqual([]);
}, 60_000);
