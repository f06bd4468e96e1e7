// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { frame } from '../../../../../../ui/src/sdk/testing';
import type { DecorateContext, Frame, SourceInfo } from '../../../../../../ui/src/sdk';
import { decorate } from './index';

const sources: Record<string, SourceInfo> = {
  loki: {
    uid: 'loki',
    name: 'Logs',
    type: 'loki',
    meta: { id: 'loki', name: 'Loki', queryText: '' },
  },
  prom: {
    uid: 'prom',
    name: 'Metrics',
    type: 'prometheus',
    meta: { id: 'prometheus', name: 'Prometheus', queryText: 'expr' },
  },
};

function context(jsonData: Record<string, unknown>, queryType = 'traceql'): DecorateContext {
  return {
    source: { uid: 'tempo', name: 'Traces', type: 'tempo', jsonData },
    sourceByUid: (uid) => sources[uid],
    queryOf: (refId) => ({ refId: refId ?? 'A', queryType }),
    range: { from: 0, to: 1, raw: { from: 'now-1h', to: 'now' } },
  };
}

const pairs = (of: Record<string, unknown>) =>
  Object.entries(of).map(([key, value]) => ({ key, value }));

function trace(
  tags: Record<string, unknown> = { 'http.status_code': 500 },
  resource: Record<string, unknown> = { 'service.name': 'shop', pod: 'shop-1' },
): Frame {
  return {
    ...frame(
      { name: 'traceID', values: ['7f3a', '7f3a'] },
      { name: 'spanID', values: ['01', '02'] },
      { name: 'parentSpanID', values: ['', '01'] },
      { name: 'operationName', values: ['GET /cart', 'query'] },
      { name: 'serviceName', values: ['shop', 'db'] },
      { name: 'startTime', values: [1_000_000.25, 1_000_010] },
      { name: 'duration', values: [5000.5, 20] },
      { name: 'serviceTags', type: 'other', values: [pairs(resource), pairs({})] },
      { name: 'tags', type: 'other', values: [pairs(tags), pairs({})] },
      {
        name: 'references',
        type: 'other',
        values: [
          [
            { traceID: 'beef0123456', spanID: '09' },
            { traceID: '7f3a', spanID: '02' },
          ],
          [],
        ],
      },
    ),
    meta: { preferredVisualisationType: 'trace' },
  };
}

function linksOf(jsonData: Record<string, unknown>, given = trace(), row = 0) {
  const [made] = decorate([given], context(jsonData));
  return made?.fields.find(({ name }) => name === 'spanID')?.rowLinks?.(row, made) ?? [];
}

const logsQuery = (settings: Record<string, unknown>, key = 'tracesToLogsV2', given?: Frame) =>
  linksOf({ [key]: { datasourceUid: 'loki', ...settings } }, given).find(({ title }) =>
    title.startsWith('Logs'),
  )?.internal;

describe('a span leads to its logs', () => {
  it('by the usual tags it has, dots written as underscores', () => {
    expect(logsQuery({})?.query).toEqual({
      expr: '{pod="shop-1", service_name="shop"}',
      queryType: 'range',
    });
  });

  it('by the tags that are set, under the names given, of the span before those of its resource', () => {
    const given = trace({ pod: 'own"pod' });
    const tags = [{ key: 'service.name', value: 'app' }, { key: 'pod' }, 'missing'];
    expect(logsQuery({ tags }, 'tracesToLogsV2', given)?.query['expr']).toBe(
      '{app="shop", pod="own\\"pod"}',
    );
  });

  it('narrowed to the trace and the span', () => {
    expect(
      logsQuery({ tags: ['pod'], filterByTraceID: true, filterBySpanID: true })?.query['expr'],
    ).toBe('{pod="shop-1"} |="7f3a" |="01"');
  });

  it.each([
    [{ tags: ['pod'], mappedTags: [{ key: 'service.name', value: 'app' }] }, '{pod="shop-1"}'],
    [
      {
        tags: ['pod'],
        mappedTags: [{ key: 'service.name', value: 'app' }],
        mapTagNamesEnabled: true,
      },
      '{app="shop"}',
    ],
  ])('by the older settings %o', (settings, expr) => {
    expect(logsQuery(settings, 'tracesToLogs')?.query['expr']).toBe(expr);
  });

  it.each([
    [{}, { from: '1000000', to: '1005001' }],
    [
      { spanStartTimeShift: '-1h', spanEndTimeShift: '5m' },
      { from: '-2600000', to: '1305001' },
    ],
    [
      { spanStartTimeShift: '10s', spanEndTimeShift: '-10s' },
      { from: '1010000', to: '1011000' },
    ],
  ])('in its time moved by %o', (shifts, range) => {
    expect(logsQuery(shifts)?.range).toEqual(range);
  });

  it('with a query written by hand', () => {
    const query =
      '{${__tags}} | trace="${__trace.traceId}" | span="${__span.spanId}" | ${__span.tags["http.status_code"]} ${__span.duration} ${__trace.duration} ${__trace.name} $__interval';
    expect(logsQuery({ tags: ['pod'], customQuery: true, query })?.query['expr']).toBe(
      '{pod="shop-1"} | trace="7f3a" | span="01" | 500 5000500 5000500 shop: GET /cart $__interval',
    );
  });

  it('not at all where a variable of that query is empty, no tag is there, or the source is gone', () => {
    expect(
      logsQuery({ tags: ['pod'], customQuery: true, query: '{${__tags}} ${__span.tags.none}' }),
    ).toBeUndefined();
    expect(logsQuery({ tags: ['none'], filterByTraceID: true })).toBeUndefined();
    expect(logsQuery({ datasourceUid: 'gone' })).toBeUndefined();
    expect(linksOf({ tracesToLogsV2: { datasourceUid: 'loki' } }, trace(), 1)).toEqual([]);
  });
});

describe('a span leads to metrics', () => {
  const metrics = (settings: object) =>
    linksOf({ tracesToMetrics: { datasourceUid: 'prom', ...settings } }).filter(
      ({ internal }) => internal.datasourceUid === 'prom',
    );

  it('by each query that is set, with its tags, two minutes around it', () => {
    const queries = [{ name: 'Rate', query: 'rate(x{$__tags}[5m])' }, { query: 'up' }];
    const made = metrics({ tags: [{ key: 'service.name', value: 'job' }], queries });
    expect(made.map(({ title, internal }) => [title, internal.query['expr']])).toEqual([
      ['Rate', 'rate(x{job="shop"}[5m])'],
      ['Metrics 2', 'up'],
    ]);
    expect(made[0]?.internal.range).toEqual({ from: '880000', to: '1125001' });
  });

  it('by the median latency of its service where none is set', () => {
    expect(metrics({})[0]?.internal.query['expr']).toContain(
      'traces_spanmetrics_latency_bucket{service="shop"}',
    );
  });
});

it('a span leads to the other traces it refers to', () => {
  expect(
    linksOf({}).map(({ internal }) => [internal.query['query'], internal.panelsState]),
  ).toEqual([['beef0123456', { trace: { spanId: '09' } }]]);
});

it('what a search found leads to its traces', () => {
  const found = {
    ...frame(
      { name: 'traceIdHidden', values: ['7f3a'] },
      { name: 'spanID', values: ['01'] },
      { name: 'name', values: ['x'] },
    ),
    meta: { preferredVisualisationType: 'table' },
  };
  const [made] = decorate([found], context({}));
  expect(made?.fields[1]?.rowLinks?.(0, made)[0]?.internal).toMatchObject({
    datasourceUid: 'tempo',
    query: { query: '7f3a' },
    panelsState: { trace: { spanId: '01' } },
  });
  expect(made?.fields[0]?.config.custom?.['hidden']).toBe(true);
  expect(found.fields[0]?.config.custom).toBeUndefined();
});

it('links stay with their rows when those are sorted', () => {
  const found = {
    ...frame({ name: 'traceID', values: ['a', 'b'] }),
    meta: { preferredVisualisationType: 'table' },
  };
  const [made] = decorate([found], context({}));
  const sorted = {
    ...made!,
    fields: made!.fields.map((field) => ({ ...field, values: field.values.toReversed() })),
  };
  expect(sorted.fields[0]?.rowLinks?.(0, sorted)[0]?.internal.query['query']).toBe('b');
});

describe('the service map leads', () => {
  const nodes = {
    refId: 'A',
    ...frame(
      { name: 'id', values: ['shop/web', 'db'] },
      { name: 'title', values: ['web', 'db'] },
      { name: 'subtitle', values: ['shop', ''] },
    ),
  };
  const edges = {
    refId: 'A',
    ...frame(
      { name: 'id', values: ['e'] },
      { name: 'source', values: ['shop/web'] },
      { name: 'target', values: ['db'] },
    ),
  };
  const made = decorate(
    [nodes, edges],
    context({ serviceMap: { datasourceUid: 'prom' } }, 'serviceMap'),
  );
  const exprs = (index: number) =>
    made[index]?.fields[0]
      ?.rowLinks?.(0, made[index])
      .map(({ title, internal }) => [title, internal.query['expr'] ?? internal.query['filters']]);

  it('from a service to its metrics and traces', () => {
    expect(exprs(0)).toEqual([
      [
        'Request rate',
        'sum by (client, server) (rate(traces_service_graph_request_total{server="web", server_service_namespace="shop"}[$__rate_interval]))',
      ],
      [
        'Request histogram',
        'histogram_quantile(0.9, sum by (le, client, server) (rate(traces_service_graph_request_server_seconds_bucket{server="web", server_service_namespace="shop"}[$__rate_interval])))',
      ],
      [
        'Failed request rate',
        'sum by (client, server) (rate(traces_service_graph_request_failed_total{server="web", server_service_namespace="shop"}[$__rate_interval]))',
      ],
      [
        'Traces',
        [
          {
            id: 'service-name',
            tag: 'service.name',
            scope: 'resource',
            operator: '=',
            valueType: 'string',
            value: ['web'],
          },
        ],
      ],
    ]);
  });

  it('from an operation to its metrics and traces', () => {
    const operations = {
      refId: 'A',
      ...frame({ name: 'Name', values: ['GET "x"'] }, { name: 'Error Rate', values: [1] }),
    };
    const [table] = decorate(
      [operations],
      context({ serviceMap: { datasourceUid: 'prom' } }, 'serviceMap'),
    );
    const [name, errors] = table!.fields.map(
      ({ rowLinks }) => rowLinks?.(0, table!)[0]?.internal.query,
    );
    expect(name).toMatchObject({
      queryType: 'traceqlSearch',
      filters: [{ tag: 'name', scope: 'intrinsic', value: ['GET "x"'] }],
    });
    expect(errors?.['expr']).toContain(
      '{span_name="GET \\"x\\"", span_kind="SPAN_KIND_SERVER", status_code="STATUS_CODE_ERROR"}',
    );
  });

  it('from a call to the metrics of both ends', () => {
    expect(exprs(1)?.[0]?.[1]).toContain(
      '{client="web", client_service_namespace="shop", server="db"}',
    );
  });
});
