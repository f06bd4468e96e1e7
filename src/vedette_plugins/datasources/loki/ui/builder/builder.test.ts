// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { fromLogql } from './read';
import { toLogql } from './write';

describe('the builder', () => {
  it.each([
    '{app="shop"}',
    '{app=~"a|b", env!="x"} |= "error" != "debug" |~ `\\d+`',
    '{app="shop"} | json | level="error" | line_format "{{.msg}}"',
    '{app="shop"} | logfmt | duration > 5s',
    'sum by (level) (count_over_time({app="shop"} |= "x" | logfmt [$__auto]))',
    'avg_over_time({app="shop"} | json | unwrap duration [5m])',
    'topk(3, sum without (pod) (rate({app="$app"} [1m])))',
  ])('shows and writes %s', (expr) => {
    const read = fromLogql(expr);
    expect(read).toBeDefined();
    const written = read ? toLogql(read) : '';
    expect(fromLogql(written)).toEqual(read);
  });

  it.each([
    '{a="b"} | a="x" or b="y"',
    'rate({a="b"}[5m]) / rate({a="c"}[5m])',
    'rate({a="b"}[5m] offset 1h)',
    '{a="b"} | json x="y.z"',
    'sum(',
    'quantile_over_time(0.9, {a="b"} | unwrap d [5m])',
  ])('leaves %s to the text editor', (expr) => {
    expect(fromLogql(expr)).toBeUndefined();
  });

  it('begins empty', () => {
    expect(fromLogql('')).toEqual({ filters: [], operations: [] });
  });
});
