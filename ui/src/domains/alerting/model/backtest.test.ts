import { expect, test } from 'vitest';
import { spansOf, spanWithin } from './backtest';

const HOUR = 3_600_000;
const open = (interval: string) =>
  spansOf(interval).flatMap(({ value, disabled }) => (disabled ? [] : value / HOUR));

test('only ranges that a backtest can evaluate in one run can be selected', () => {
  expect(open('10s')).toEqual([1, 3]);
  expect(open('1m')).toEqual([1, 3, 6, 24]);
  expect(open('10m')).toEqual([1, 3, 6, 24, 168]);
  expect(open('nonsense')).toEqual([1, 3, 6, 24, 168]);
});

test('a time that became too long gives way to the longest before it', () => {
  expect(spanWithin(spansOf('10s'), 6 * HOUR)).toBe(3 * HOUR);
  expect(spanWithin(spansOf('1m'), 6 * HOUR)).toBe(6 * HOUR);
  expect(spanWithin(spansOf('1m'), 168 * HOUR)).toBe(24 * HOUR);
});
