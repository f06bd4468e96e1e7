import { describe, expect, it } from 'vitest';
import type { PanelModel, Target, VariableValue } from '../data';
import { sourcesFrom } from './sources';
import { buildPanelRequest, type QueryRequest, type RequestContext } from './targets';

const prom = {
  uid: 'p1',
  name: 'Prometheus',
  type: 'prometheus',
  isDefault: true,
  jsonData: { timeInterval: '15s' },
  meta: { id: 'prometheus', name: 'Prometheus', queryText: 'expr', variableFormat: 'promql' },
};
const test = { uid: 't1', name: 'Test', type: 'grafana-testdata-datasource' };
const sources = sourcesFrom([prom, test]);
const hour = 3_600_000;

const one = (value: string, more: Partial<VariableValue> = {}): VariableValue => ({
  text: value,
  value,
  ...more,
});
const values: Record<string, VariableValue> = {
  job: one('a.b'),
  hosts: { text: ['h.1', 'h2'], value: ['h.1', 'h2'], multi: true },
  single: { text: 'h.1', value: 'h.1', multi: true },
  all: {
    text: 'All',
    value: '$__all',
    includeAll: true,
    multi: true,
    allValue: '.*',
    options: ['x'],
  },
  ds: one('t1'),
  min: one('2m'),
};

function build(panel: Partial<PanelModel>, more: Partial<RequestContext> = {}) {
  const whole: PanelModel = {
    id: 1,
    type: 'timeseries',
    gridPos: { x: 0, y: 0, w: 12, h: 8 },
    ...panel,
  };
  return buildPanelRequest(whole, {
    range: { from: 0, to: hour, raw: { from: 'now-1h', to: 'now' } },
    timeZone: 'UTC',
    maxDataPoints: 600,
    sources,
    values,
    filtersFor: () => [],
    ...more,
  });
}
function request(panel: Partial<PanelModel>, more: Partial<RequestContext> = {}): QueryRequest {
  const built = build(panel, more);
  if (built.kind !== 'query') throw new Error(`expected a query, got ${built.kind}`);
  return built.request;
}
const target = (expr: string, more: Partial<Target> = {}): Target => ({
  refId: 'A',
  expr,
  ...more,
});
const exprOf = (text: string) => request({ targets: [target(text)] }).body.queries[0]?.expr;

describe('a panel’s query', () => {
  it('names its source, its step and its points', () => {
    expect(request({ targets: [target('up')] }).body).toEqual({
      from: '0',
      to: String(hour),
      queries: [
        {
          refId: 'A',
          expr: 'up',
          datasource: { type: 'prometheus', uid: 'p1' },
          intervalMs: 15_000,
          maxDataPoints: 600,
          utcOffsetSec: 0,
        },
      ],
    });
  });

  it('writes variables for PromQL: several values as alternatives, each escaped for its quotes', () => {
    expect(exprOf('up{h=~"$hosts"}')).toBe('up{h=~"(h\\\\.1|h2)"}');
    expect(exprOf('up{h=~"$single"}')).toBe('up{h=~"h\\\\.1"}');
    expect(exprOf('up{j="$job"}')).toBe('up{j="a.b"}');
    expect(exprOf('up{j=~"$all"}')).toBe('up{j=~".*"}');
  });

  it('leaves the steps to the server, which knows the one it really uses', () => {
    expect(exprOf('rate(x[$__rate_interval]) + ${__interval_ms}')).toBe(
      'rate(x[$__rate_interval]) + ${__interval_ms}',
    );
  });

  it('writes variables plainly for other kinds of source, however deep', () => {
    const { body } = request({
      datasource: { uid: '${ds}' },
      targets: [{ refId: 'A', csv: { text: 'v,$hosts' } }],
    });
    expect(body.queries[0]).toMatchObject({
      datasource: { uid: 't1' },
      csv: { text: 'v,{h.1,h2}' },
    });
  });

  it('never goes below the panel’s own interval, which may be a variable', () => {
    expect(request({ interval: '$min', targets: [target('up')] }).intervalMs).toBe(120_000);
    expect(request({ interval: '1s', targets: [target('up')] }).intervalMs).toBe(5000);
  });

  it('asks for as many points as the panel stores', () => {
    expect(request({ maxDataPoints: 100, targets: [target('up')] })).toMatchObject({
      maxDataPoints: 100,
      intervalMs: 30_000,
    });
  });

  it('leaves hidden and empty queries out, unless an expression may need the hidden ones', () => {
    const targets = [
      target('up', { hide: true }),
      target('down', { refId: 'B' }),
      target(' ', { refId: 'C' }),
    ];
    expect(request({ targets }).body.queries.map((query) => query.refId)).toEqual(['B']);
    const expression: Target = {
      refId: 'E',
      datasource: { type: '__expr__', uid: '__expr__' },
      expression: 'A',
    };
    expect(
      request({ targets: [...targets, expression] }).body.queries.map((query) => query.refId),
    ).toEqual(['A', 'B', 'E']);
  });

  it('puts several sources into one call', () => {
    const targets = [
      target('up', { datasource: { uid: 'p1' } }),
      { refId: 'B', datasource: { uid: 't1' } },
      target('x', { refId: 'C' }),
    ];
    const { body, sourceNames } = request({ datasource: { uid: '-- Mixed --' }, targets });
    expect(body.queries.map((query) => query.datasource)).toEqual([
      { type: 'prometheus', uid: 'p1' },
      { type: 'grafana-testdata-datasource', uid: 't1' },
      { type: 'prometheus', uid: 'p1' },
    ]);
    expect(sourceNames).toEqual({ A: 'Prometheus', B: 'Test', C: 'Prometheus' });
  });

  it('takes the panel’s source where a query remembers an older one', () => {
    const { body } = request({
      datasource: { uid: 'p1' },
      targets: [target('up', { datasource: { uid: 'stale' } })],
    });
    expect(body.queries[0]?.datasource).toEqual({ type: 'prometheus', uid: 'p1' });
  });

  it('carries the ad hoc filters of its source', () => {
    const filters = [{ key: 'job', operator: '=', value: 'a' }];
    const filtersFor = (uid: string) => (uid === 'p1' ? filters : []);
    expect(request({ targets: [target('up')] }, { filtersFor }).body.queries[0]).toMatchObject({
      adhocFilters: filters,
    });
    expect(
      request({ datasource: { uid: 't1' }, targets: [{ refId: 'A' }] }, { filtersFor }).body
        .queries[0],
    ).not.toHaveProperty('adhocFilters');
  });
});

describe('a panel without a query of its own', () => {
  it('may show another panel’s result', () => {
    const datasource = { type: 'datasource', uid: '-- Dashboard --' };
    expect(
      build({ datasource, targets: [{ refId: 'A', panelId: 7, withTransforms: true }] }),
    ).toEqual({
      kind: 'reuse',
      panelId: 7,
      withTransforms: true,
    });
  });
  it('names the source that does not exist', () => {
    expect(build({ datasource: { uid: 'gone' }, targets: [target('up')] })).toEqual({
      kind: 'missing',
      source: 'gone',
    });
  });
  it('asks nothing', () => {
    expect(build({ targets: [] }).kind).toBe('nothing');
    expect(build({ targets: [target('up', { hide: true })] }).kind).toBe('nothing');
  });
});
