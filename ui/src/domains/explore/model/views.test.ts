import { expect, test } from 'vitest';
import type { Field, Frame, FrameMeta } from '../../../data';
import { viewsOf } from './views';

const time: Field = { name: 'Time', type: 'time', values: [1, 2], config: {} };
const number = (labels?: Record<string, string>): Field => ({
  name: 'Value',
  type: 'number',
  values: [1, 2],
  config: {},
  labels,
});
const text: Field = { name: 'Line', type: 'string', values: ['a', 'b'], config: {} };
const made = (meta: FrameMeta, ...fields: Field[]): Frame => ({
  refId: 'A',
  meta,
  fields,
  length: 2,
});
const shown = (...frames: Frame[]) =>
  Object.entries(viewsOf(frames)).flatMap(([view, own]) => (own.length ? [view] : []));

test('numbers over time are drawn and listed', () => {
  expect(shown(made({}, time, number()))).toEqual(['graph', 'table']);
});

test('a table with a time in it stays a table', () => {
  expect(shown(made({}, time, text))).toEqual(['table']);
});

test('what the source prefers counts', () => {
  expect(shown(made({ preferredVisualisationType: 'graph' }, time, number()))).toEqual(['graph']);
  expect(shown(made({ preferredVisualisationType: 'logs' }, time, text))).toEqual(['logs']);
  expect(shown(made({ preferredVisualisationType: 'trace' }, text))).toEqual(['trace']);
  expect(shown(made({ preferredVisualisationType: 'nodeGraph' }, text))).toEqual(['nodeGraph']);
  expect(shown(made({ type: 'log-lines' }, time, text))).toEqual(['logs']);
});

test('labelled series of one query become one table with a column a label', () => {
  const series = ['web', 'db'].map((job) =>
    made({ type: 'timeseries-multi' }, time, number({ job })),
  );
  const { graph, table } = viewsOf(series);
  expect(graph).toHaveLength(2);
  expect(table).toHaveLength(1);
  expect(table[0]?.fields.map(({ name }) => name)).toEqual(['Time', 'job', 'Value']);
  expect(table[0]?.length).toBe(4);
});

test('of a query asked for a range and for now, the table lists now', () => {
  const series = made({ type: 'timeseries-multi' }, time, number({ job: 'web' }));
  const now = {
    ...made(
      { type: 'numeric-multi' },
      { ...time, values: [2] },
      { ...number({ job: 'web' }), values: [9] },
    ),
    length: 1,
  };
  const { graph, table } = viewsOf([series, now]);
  expect(graph).toEqual([series]);
  expect(table[0]?.fields.at(-1)?.values).toEqual([9]);
});

test('a query for a range and for now that finds nothing now lists nothing', () => {
  const series = made({ type: 'timeseries-multi' }, time, number({ job: 'web' }));
  const none = { ...made({ type: 'numeric-multi' }), length: 0 };
  const { graph, table } = viewsOf([series, none]);
  expect(graph).toHaveLength(1);
  expect(table).toEqual([]);
});

test('series in the graph are named by the labels that differ', () => {
  const named = ['web', 'db'].map((job) =>
    made({ type: 'timeseries-multi' }, time, number({ __name__: 'up', job })),
  );
  expect(viewsOf(named).graph.map(({ fields }) => fields[1]?.config.displayNameFromDS)).toEqual([
    'web',
    'db',
  ]);
});

test('exemplars are points over a graph, and a table where there is none', () => {
  const exemplars = made({ dataTopic: 'annotations' }, time, number());
  expect(viewsOf([exemplars]).graph).toEqual([]);
  expect(viewsOf([exemplars]).table).toEqual([exemplars]);
  expect(viewsOf([made({}, time, number()), exemplars]).graph).toContain(exemplars);
});
