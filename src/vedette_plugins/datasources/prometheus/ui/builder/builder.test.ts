// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { fromPromql } from './read';
import { toPromql } from './write';

describe('the builder', () => {
  it.each([
    'up',
    'up{job="api"}',
    '{job=~"a|b", instance!="x"}',
    'rate(http_requests_total{code!~"5.."}[$__rate_interval])',
    'sum by (job, code) (rate(http_requests_total[5m]))',
    'sum without (pod) (up)',
    'histogram_quantile(0.99, sum by (le) (rate(x_bucket[$__rate_interval])))',
    'topk(5, up)',
    'topk($k, up)',
    'up * 100 > 5',
    'sum(up) / 2',
    'abs(delta(temperature[1h]))',
    'http:requests:rate5m{path="a\\"b\\\\c"}',
    '$metric{job="$job"}',
    'up{job="${job:regex}"} offset',
  ])('%s', (expr) => {
    const read = fromPromql(expr);
    if (expr.endsWith('offset')) {
      expect(read).toBeUndefined();
      return;
    }
    expect(read).toBeDefined();
    const written = read ? toPromql(read) : '';
    expect(fromPromql(written)).toEqual(read);
  });

  it('writes what it read in its own way', () => {
    expect(toPromql(fromPromql('sum(rate(x{a="b"}[5m])) by (job)')!)).toBe(
      'sum by (job) (rate(x{a="b"}[5m]))',
    );
    expect(toPromql(fromPromql('up * 100 > 5')!)).toBe('(up * 100) > 5');
  });

  it.each([
    'a / b',
    'rate(x[5m:1m])',
    'label_replace(up, "a", "$1", "b", "(.*)")',
    'up and down',
    'sum(',
    'vector(1)',
    '1 + 2',
  ])('leaves %s to the text editor', (expr) => {
    expect(fromPromql(expr)).toBeUndefined();
  });

  it('begins empty', () => {
    expect(toPromql(fromPromql('')!)).toBe('');
  });
});
