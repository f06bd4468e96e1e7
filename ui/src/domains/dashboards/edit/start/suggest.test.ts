import { expect, test } from 'vitest';
import { metricsOf, suggestPanels, type Metric, type MetricQueries } from './suggest';

const source = { type: 'prometheus', uid: 'p' };
const promql: MetricQueries = {
  source,
  isPromql: true,
  queryOf: (name) => ({ expr: name.includes('.') ? `{"${name}"}` : name, range: true }),
};
const brief = (metric: Metric, queries = promql) =>
  suggestPanels(metric, queries).map(({ panel, isTicked }) => ({
    title: panel.title,
    type: panel.type,
    expr: panel.targets?.map(({ expr }) => expr),
    unit: panel.fieldConfig?.defaults.unit,
    isTicked,
  }));

test('the series of a histogram are one metric; other names say what they are', () => {
  const names = ['up', 'req_bucket', 'req_count', 'req_sum', 'req_total', 'gc_count', 'gc_sum'];
  expect(metricsOf(names)).toEqual([
    { name: 'up', kind: 'gauge' },
    { name: 'req', kind: 'histogram' },
    { name: 'req_total', kind: 'counter' },
    { name: 'gc_count', kind: 'counter' },
    { name: 'gc_sum', kind: 'counter' },
  ]);
});

test('a counter gives its rate and the series with the highest rate now', () => {
  expect(brief({ name: 'http_requests_total', kind: 'counter' })).toEqual([
    {
      title: 'Http requests per second',
      type: 'timeseries',
      expr: ['sum(rate(http_requests_total[$__rate_interval]))'],
      unit: 'reqps',
      isTicked: true,
    },
    {
      title: 'Top 5 of http requests per second',
      type: 'bargauge',
      expr: ['topk(5, rate(http_requests_total[$__rate_interval]))'],
      unit: 'reqps',
      isTicked: true,
    },
  ]);
  const [rate] = brief({ name: 'net_sent_bytes_total', kind: 'counter' });
  expect(rate?.unit).toBe('Bps');
});

test('a histogram gives quantiles, a heatmap and, not ticked, how many per second', () => {
  const [quantiles, heatmap, count] = brief({ name: 'rpc_seconds', kind: 'histogram' });
  const rate = 'sum by (le) (rate(rpc_seconds_bucket[$__rate_interval]))';
  expect(quantiles).toMatchObject({
    type: 'timeseries',
    unit: 's',
    expr: [0.5, 0.9, 0.99].map((quantile) => `histogram_quantile(${quantile}, ${rate})`),
  });
  expect(heatmap).toMatchObject({
    type: 'heatmap',
    expr: ['sum by (le) (increase(rpc_seconds_bucket[$__rate_interval]))'],
  });
  expect(count).toMatchObject({
    expr: ['sum(rate(rpc_seconds_count[$__rate_interval]))'],
    isTicked: false,
  });
  const [panel] = suggestPanels({ name: 'rpc_seconds', kind: 'histogram' }, promql);
  expect(panel?.panel.targets?.map(({ refId, legendFormat }) => [refId, legendFormat])).toEqual([
    ['A', 'p50'],
    ['B', 'p90'],
    ['C', 'p99'],
  ]);
});

test('a gauge gives its values over time and now', () => {
  expect(brief({ name: 'memory_bytes', kind: 'gauge' })).toMatchObject([
    { title: 'Memory bytes', type: 'timeseries', expr: ['memory_bytes'], unit: 'bytes' },
    { title: 'Memory bytes now', type: 'stat', expr: ['memory_bytes'], unit: 'bytes' },
  ]);
});

test('a name that needs quotes stays quoted inside functions', () => {
  const [rate] = brief({ name: 'shop.orders_total', kind: 'counter' });
  expect(rate?.expr).toEqual(['sum(rate({"shop.orders_total"}[$__rate_interval]))']);
});

test('a source with another language gets the query of its plugin, as it is', () => {
  const other = { ...promql, isPromql: false, queryOf: (name: string) => ({ path: name }) };
  const panels = suggestPanels({ name: 'a.b_total', kind: 'counter' }, other);
  expect(panels.map(({ panel }) => panel.targets)).toEqual([
    [{ refId: 'A', datasource: source, path: 'a.b_total' }],
  ]);
});
