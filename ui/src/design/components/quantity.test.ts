import { expect, test } from 'vitest';
import { parseQuantity } from './quantity';

test.each([
  ['12', undefined, 12],
  [' -0.5 ', undefined, -0.5],
  ['1e3', undefined, 1000],
  ['−3', undefined, -3],
  ['1k', undefined, 1000],
  ['2.5 M', 'short', 2_500_000],
  ['2 px', 'px', 2],
  ['1.1k', undefined, 1100],
  ['10 MiB', 'bytes', 10 * 1024 ** 2],
  ['10MB', 'bytes', 1e7],
  ['1k', 'bytes', 1024],
  ['1k', 'decbytes', 1000],
  ['1 GiB', 'mbytes', 1024],
  ['10k', 'mbytes', 10_240],
  ['8 Mbit/s', 'Bps', 1e6],
  ['1 MiB/s', 'MiBs', 1],
  ['2 B', 'bits', 16],
  ['5m', 's', 300],
  ['1.5h', 'ms', 5_400_000],
  ['250 us', 'ms', 0.25],
  ['2d', 'h', 48],
  ['2k', 'ms', 2000],
  ['1s', 'dtdurationms', 1000],
  ['50%', 'percentunit', 0.5],
  ['50%', 'percent', 50],
])('%j in %j is %d', (text, unit, number) => {
  expect(parseQuantity(text, unit)).toBe(number);
});

test('an empty text is no number, other texts are refused', () => {
  expect(parseQuantity('  ')).toBeNull();
  for (const text of ['x', '10s', '1.2.3', '5m', '--1', '1 2', '1e999', '0x10'])
    expect(parseQuantity(text)).toBeUndefined();
  expect(parseQuantity('10 MiB', 's')).toBeUndefined();
  expect(parseQuantity('10 s', 'bytes')).toBeUndefined();
});
