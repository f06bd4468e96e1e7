// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { completionSource, placeAt } from './completion';
import { mistakes } from './language';
import { isBlank, summary, tabsFor, withFilter, withTab, type TempoQuery } from './model';
import { filtersTraceql, OWN_PLACES, withValues } from './search/filters';
import { named } from './search/TagFilters';

const query = (of: Partial<TempoQuery>): TempoQuery => ({ refId: 'A', ...of });

describe('the search form', () => {
  it('writes TraceQL: texts in quotes, keywords, durations and numbers without', () => {
    let filters = withValues([], OWN_PLACES.service, ['shop']);
    filters = withValues(filters, OWN_PLACES.status, ['error']);
    filters = withValues(filters, OWN_PLACES.shortest, ['100ms']);
    filters = [
      ...filters,
      { id: 'x', ...named('.http.status_code'), operator: '>=', value: ['500'], valueType: 'int' },
    ];
    expect(filtersTraceql(filters)).toBe(
      '{resource.service.name="shop" && status=error && duration>100ms && .http.status_code>=500}',
    );
  });

  it('takes several values as any of them', () => {
    expect(filtersTraceql(withValues([], OWN_PLACES.span, ['a.b', 'c']))).toBe(
      String.raw`{name=~"a\\.b|c"}`,
    );
    expect(filtersTraceql(withValues([], OWN_PLACES.status, ['error', 'unset']))).toBe(
      '{(status=error || status=unset)}',
    );
  });

  it('drops a filter that is emptied', () => {
    const filters = withValues([], OWN_PLACES.service, ['shop']);
    expect(withValues(filters, OWN_PLACES.service, [])).toEqual([]);
  });

  it('hands its filters on as text, and is not offered where the source hides it', () => {
    const filters = withValues([], OWN_PLACES.service, ['shop']);
    expect(withTab(query({ queryType: 'traceqlSearch', filters }), 'traceql')).toMatchObject({
      queryType: 'traceql',
      query: '{resource.service.name="shop"}',
    });
    const ids = (jsonData: Record<string, unknown>) =>
      tabsFor({ uid: 't', name: 't', type: 'tempo', jsonData }).map(({ id }) => id);
    expect(ids({})).toContain('search');
    expect(ids({ search: { hide: true } })).toEqual(['traceql', 'traceId', 'serviceMap']);
  });

  it('takes a clicked value as one more filter', () => {
    const next = withFilter(query({ queryType: 'traceqlSearch' }), {
      key: 'resource.pod',
      operator: '!=',
      value: 'a',
    });
    expect(summary(next)).toBe('{resource.pod!="a"}');
  });
});

it('a query is blank while there is nothing to ask', () => {
  expect(isBlank(query({ queryType: 'traceql', query: ' ' }))).toBe(true);
  expect(isBlank(query({ queryType: 'traceqlSearch' }))).toBe(false);
  expect(isBlank(query({ queryType: 'serviceMap' }))).toBe(false);
});

describe('completion', () => {
  it.each([
    ['{', 'attribute', 1],
    ['{ resource.serv', 'attribute', 2],
    ['{ status', 'attribute', 2],
    ['{ name="x" && ', 'attribute', 14],
    ['{} | rate() by (res', 'attribute', 16],
    ['{ resource.service.name ', 'comparison', 24],
    ['{ resource.service.name = ', 'value', 26],
    ['{ resource.service.name="sh', 'value', 25],
    ['{ status = er', 'value', 11],
    ['{ name="x" ', 'joint', 11],
    ['{ name="x" } | co', 'function', 15],
  ])('after %s offers a %s', (before, kind, from) => {
    expect(placeAt(before)).toMatchObject({ kind, from });
  });

  it('offers nothing outside of braces', () => {
    expect(placeAt('7f3a')).toBeUndefined();
  });

  it('quotes texts that the store knows, and does without the store', async () => {
    const context = (text: string) =>
      ({ state: { sliceDoc: () => text }, pos: text.length }) as never;
    const client = {
      attributes: () => Promise.reject(new Error('away')),
      values: () =>
        Promise.resolve([
          { type: 'string', value: 'shop' },
          { type: 'int', value: '5' },
        ]),
    };
    const values = await completionSource(client)(context('{ resource.x = '));
    expect(values?.options.map(({ apply }) => apply)).toEqual(['"shop"', '5']);
    const attributes = await completionSource(client)(context('{ '));
    expect(attributes?.options.map(({ label }) => label)).toContain('duration');
  });
});

describe('mistakes in TraceQL', () => {
  it.each([
    '',
    '7f3a',
    '{}',
    '{ name = "x" && duration > $min } | count() > 2',
    '{ .service = "$service" }',
  ])('are not seen in %s', (text) => {
    expect(mistakes(text)).toEqual([]);
  });

  it('are marked where they are', () => {
    expect(mistakes('{ name = }')).toMatchObject([{ severity: 'error' }]);
    expect(mistakes('{ name == "x" }')[0]?.from).toBeGreaterThan(6);
  });
});
