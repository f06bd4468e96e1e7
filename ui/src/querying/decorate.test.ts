import { expect, test, vi } from 'vitest';
import type { Frame } from '../data';
import type { DataSourceUi } from '../sdk/datasource';
import { decorated, needsDecoration } from './decorate';
import { sourcesFrom } from './sources';
import type { QueryRequest } from './targets';

const sources = sourcesFrom([
  { uid: 'loki', name: 'Logs', type: 'grafana-loki', meta: { id: 'loki', name: 'Loki' } },
  { uid: 'prom', name: 'Metrics', type: 'prometheus' },
]);

const frame = (refId: string, preferredVisualisationType?: string): Frame => ({
  refId,
  name: refId,
  length: 0,
  fields: [],
  meta: { preferredVisualisationType },
});

const request: QueryRequest = {
  body: {
    from: '0',
    to: '1',
    queries: [
      { refId: 'A', datasource: { uid: 'loki' }, expr: '{app="web"}' },
      { refId: 'B', datasource: { uid: 'prom' } },
    ],
  },
  range: { from: 0, to: 1, raw: { from: '0', to: '1' } },
  interval: '1s',
  intervalMs: 1000,
  maxDataPoints: 1,
  sourceNames: {},
  sourceUids: [],
};

type Decorate = NonNullable<DataSourceUi['decorate']>;
const loki = (decorate: Decorate) => (pluginId: string) =>
  pluginId === 'loki' ? { decorate } : undefined;

test('a source gets its own log frames and the query they answer', () => {
  const decorate = vi.fn<Decorate>((frames, { queryOf, source }) =>
    frames.map((one) => ({ ...one, name: `${source.name}: ${String(queryOf(one.refId)?.expr)}` })),
  );
  const names = decorated(
    [frame('B'), frame('A', 'logs'), frame('A')],
    request,
    sources,
    loki(decorate),
  ).map(({ name }) => name);
  expect(names).toEqual(['B', 'Logs: {app="web"}', 'A']);
  expect(decorate).toHaveBeenCalledTimes(1);
});

test('plain metrics are not touched, and nothing has to be fetched for them', () => {
  const metrics = [frame('A'), frame('A', 'graph')];
  expect(metrics.some(needsDecoration)).toBe(false);
  expect(
    decorated(
      metrics,
      request,
      sources,
      loki(() => []),
    ),
  ).toBe(metrics);
  expect(needsDecoration(frame('A', 'trace'))).toBe(true);
  expect(needsDecoration({ ...frame('A'), meta: { dataTopic: 'annotations' } })).toBe(true);
});

test('a source that turns one frame into several keeps the order of the queries', () => {
  const twice: Decorate = (frames) => frames.flatMap((one) => [one, { ...one, name: 'more' }]);
  const names = decorated([frame('A', 'logs'), frame('B')], request, sources, loki(twice)).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['A', 'more', 'B']);
});

test('a source that fails leaves its frames as they were, with a word about it', () => {
  const failing: Decorate = () => {
    throw new Error('no such field');
  };
  const [shown] = decorated([frame('A', 'logs')], request, sources, loki(failing));
  expect(shown?.meta?.notices).toEqual([
    { severity: 'warning', text: 'The links of Logs could not be created: no such field' },
  ]);
});
