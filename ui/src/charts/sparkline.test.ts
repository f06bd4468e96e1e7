import { describe, expect, it } from 'vitest';
import { sparklinePaths } from './sparkline';

const size = { width: 100, height: 20, padding: 2 };
const numbersOf = (path: string) => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];

describe('sparklinePaths', () => {
  it('is empty without a number', () => {
    expect(sparklinePaths([null, NaN, 'x'], size)).toEqual({ line: '', area: '' });
  });

  it('stays within its box, peaks included, however many points there are', () => {
    const values = Array.from({ length: 5000 }, (_, i) => (i === 2500 ? 1000 : Math.sin(i / 40)));
    const numbers = numbersOf(sparklinePaths(values, size).line);
    const ys = numbers.filter((_, i) => i % 2 === 1);
    expect(Math.min(...ys)).toBeCloseTo(2, 0);
    expect(Math.max(...ys)).toBeLessThanOrEqual(18);
    expect(numbers.length).toBeLessThan(1500);
  });

  it('draws a flat line through the middle', () => {
    expect(sparklinePaths([5, 5], size).line).toBe('M0 10L100 10');
  });
});
