import { expect, test } from 'vitest';
import { applyFieldConfig, type Frame } from '../data';
import { testTheme } from '../sdk/testing';
import {
  expressionProblem,
  variablesOf,
  variablesWanted,
  withCorrelations,
  type Correlation,
} from './correlations';
import { fillText } from './fill';
import { sourcesFrom } from './sources';

const sources = sourcesFrom([
  { uid: 'logs', name: 'Logs', type: 'loki' },
  { uid: 'traces', name: 'Traces', type: 'tempo' },
]);

const frame: Frame = {
  refId: 'A',
  length: 3,
  fields: [
    {
      name: 'Line',
      type: 'string',
      values: ['traceID=4bf9 msg="all good"', 'no trace here', 'traceID=00ff'],
      config: {},
    },
    { name: 'app', type: 'string', values: ['shop', 'shop', null], config: {} },
    {
      name: 'labels',
      type: 'other',
      values: [{ pod: 'a-1' }, { pod: 'a-2' }, { pod: 'a-3' }],
      config: {},
    },
  ],
};

const correlation = (config: Partial<Correlation['config']>): Correlation => ({
  uid: 'c',
  sourceUID: 'logs',
  targetUID: 'traces',
  label: 'Its trace',
  config: { type: 'query', field: 'Line', target: {}, ...config },
});

/** The queries that each row of the first field leads to. */
function queries(config: Partial<Correlation['config']>, from = 'logs') {
  const linked = withCorrelations([frame], [correlation(config)], () => from, sources);
  const [shown] = applyFieldConfig([...linked], undefined, {
    themeColor: testTheme.color,
    series: testTheme.series,
    timeZone: 'UTC',
    interpolate: (text, scope, format) => fillText(text, {}, format, scope),
  });
  const getLinks = shown?.fields[0]?.getLinks;
  return [0, 1, 2].map((row) => getLinks?.(row).map(({ internal }) => internal?.query)[0]);
}

test('a named group of an expression becomes a variable; rows without it have no link', () => {
  const transformations = [{ type: 'regex' as const, expression: 'traceID=(?<trace>\\w+)' }];
  expect(queries({ target: { query: '${trace}' }, transformations })).toEqual([
    { query: '4bf9' },
    undefined,
    { query: '00ff' },
  ]);
});

test('an expression without names gives the variable it is mapped to', () => {
  const transformations = [
    { type: 'regex' as const, expression: '/TRACEID=(\\w+)/i', mapValue: 'id' },
  ];
  expect(queries({ target: { query: '${id}' }, transformations })[0]).toEqual({ query: '4bf9' });
});

test('logfmt gives a variable for each key, quotes removed', () => {
  const transformations = [{ type: 'logfmt' as const }];
  expect(queries({ target: { query: '${msg} of $traceID' }, transformations })[0]).toEqual({
    query: 'all good of 4bf9',
  });
});

test('fields of the row and labels of the line are variables', () => {
  expect(queries({ target: { query: '{app="${app}", pod="${pod}"}' } })).toEqual([
    { query: '{app="shop", pod="a-1"}' },
    { query: '{app="shop", pod="a-2"}' },
    undefined,
  ]);
});

test('answers of other sources stay as they are', () => {
  expect(queries({ target: { query: 'x' } }, 'traces')).toEqual([undefined, undefined, undefined]);
});

test('an expression that is none makes no links and no trouble', () => {
  const transformations = [{ type: 'regex' as const, expression: '(' }];
  expect(queries({ target: { query: '${trace}' }, transformations })).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('what steps find in a sample can be shown before anything is stored', () => {
  const steps = [
    { type: 'logfmt' as const },
    { type: 'regex' as const, expression: 'trace=(?<id>\\w+)' },
  ];
  expect(variablesOf(steps, 'Line', 'level=warn trace=7f3a')).toEqual({
    level: 'warn',
    trace: '7f3a',
    id: '7f3a',
  });
  expect(variablesWanted({ expr: 'x{id="${id}"}[$__interval]', more: ['$app'] })).toEqual([
    'id',
    'app',
  ]);
  expect(expressionProblem('(')).toBeDefined();
  expect(expressionProblem('(a)')).toBeUndefined();
});

test('labels of a series are variables of its values', () => {
  const value: Frame = {
    refId: 'A',
    length: 1,
    fields: [{ name: 'Value', type: 'number', values: [1], labels: { pod: 'a' }, config: {} }],
  };
  const [made] = withCorrelations(
    [value],
    [correlation({ field: 'Value', target: { expr: '${pod}' } })],
    () => 'logs',
    sources,
  );
  expect(made?.fields[0]?.config.links?.[0]?.variables?.(0)).toMatchObject({ pod: 'a' });
});
