// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { maskVariables } from '@vedette/sdk';
import { withFilter } from './filter';
import { hintsOf } from './hints';
import { mistakes } from './language';

describe('variables in PromQL', () => {
  it.each([
    'rate(x[$__rate_interval])',
    'topk($k, ${metric:raw}{job="$job"})',
    '[[old]] offset $shift',
    'x[5m:$step]',
  ])('are no mistake in %s', (expr) => {
    expect(maskVariables(expr)).toHaveLength(expr.length);
    expect(mistakes(expr)).toEqual([]);
  });

  it('are left alone in strings', () => {
    expect(maskVariables('up{a="$b"}')).toBe('up{a="$b"}');
  });
});

describe('a mistake', () => {
  it.each([
    ['sum(rate(x[5m])', 'incomplete'],
    ['up{job=api}', 'api'],
    ['up)', ')'],
  ])('is shown where it is: %s', (expr, words) => {
    const [found] = mistakes(expr);
    expect(found?.message).toContain(words);
    expect(found?.to).toBeLessThanOrEqual(expr.length + 1);
  });
});

describe('a filter from a clicked value', () => {
  const filtered = (expr: string) =>
    withFilter({ refId: 'A', expr }, { key: 'job', operator: '=', value: 'a"b' }).expr;
  it.each([
    ['up', 'up{job="a\\"b"}'],
    ['up{}', 'up{job="a\\"b"}'],
    [
      'sum(rate(x{code="5"}[$__rate_interval])) / y',
      'sum(rate(x{code="5", job="a\\"b"}[$__rate_interval])) / y{job="a\\"b"}',
    ],
    ['{__name__="z",}', '{__name__="z",job="a\\"b"}'],
    ['up{job="a\\"b"}', 'up{job="a\\"b"}'],
  ])('%s', (before, after) => {
    expect(filtered(before)).toBe(after);
  });
});

describe('a hint', () => {
  it('turns a counter into its rate', () => {
    const [hint] = hintsOf('sum by (job) (http_requests_total{a="b"})', 'counter');
    expect(hint?.fix?.expr).toBe(
      'sum by (job) (rate(http_requests_total{a="b"}[$__rate_interval]))',
    );
    expect(hintsOf('rate(http_requests_total[5m])', 'counter')).toEqual([]);
    expect(hintsOf('node_memory_total', 'gauge')).toEqual([]);
  });

  it('turns buckets into a percentile', () => {
    expect(hintsOf('x_bucket', 'histogram')[0]?.fix?.expr).toBe(
      'histogram_quantile(0.95, sum by (le) (rate(x_bucket[$__rate_interval])))',
    );
  });

  it('offers to add many series up', () => {
    const frames = Array.from({ length: 30 }, () => ({ fields: [], length: 0 }));
    expect(hintsOf('up', 'gauge', frames)[0]?.fix?.expr).toBe('sum(up)');
  });
});
