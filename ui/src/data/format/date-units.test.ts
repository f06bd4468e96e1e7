// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oracle } from '../testing/oracle';
import { formatValue } from './value';

const NOW = Date.parse('2024-06-12T15:20:30Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const expected = (unit: string, value: number, zone: string): string =>
  oracle.getValueFormat(unit)(value, undefined, undefined, zone).text;

test('distances from now are told in the same words', () => {
  const distances = [
    0,
    10_000,
    44_000,
    46_000,
    89_000,
    91_000,
    5 * MINUTE,
    44 * MINUTE,
    46 * MINUTE,
    89 * MINUTE,
    91 * MINUTE,
    5 * HOUR,
    21 * HOUR,
    22.5 * HOUR,
    35 * HOUR,
    37 * HOUR,
    3 * DAY,
    25 * DAY,
    27 * DAY,
    44 * DAY,
    47 * DAY,
    100 * DAY,
    300 * DAY,
    330 * DAY,
    500 * DAY,
    560 * DAY,
    4000 * DAY,
  ];
  const different = distances.flatMap((distance) =>
    [NOW - distance, NOW + distance].flatMap((at) => {
      const [ours, wanted] = [
        formatValue(at, 'dateTimeFromNow').text,
        expected('dateTimeFromNow', at, 'utc'),
      ];
      return ours === wanted ? [] : [`${(at - NOW) / HOUR} h: ${ours} instead of ${wanted}`];
    }),
  );
  expect(different).toEqual([]);
});

test('the date is left out today', () => {
  const different = ['dateTimeAsIsoNoDateIfToday', 'dateTimeAsUSNoDateIfToday'].flatMap((unit) =>
    [NOW, NOW - 8 * HOUR, NOW - 16 * HOUR, NOW + 9 * HOUR, NOW - DAY].flatMap((at) => {
      const [ours, wanted] = [
        formatValue(at, unit, undefined, 'utc').text,
        expected(unit, at, 'utc'),
      ];
      return ours === wanted
        ? []
        : [`${unit} ${new Date(at).toISOString()}: ${ours} instead of ${wanted}`];
    }),
  );
  expect(different).toEqual([]);
});

test('today is the day of the dashboard zone, where the reference takes that of the browser', () => {
  const tokyo = (at: number): string =>
    formatValue(at, 'dateTimeAsIsoNoDateIfToday', undefined, 'Asia/Tokyo').text;
  expect(tokyo(NOW + 9 * HOUR)).toBe('09:20:30');
  expect(tokyo(NOW - 8 * HOUR)).toBe('2024-06-12 16:20:30');
});

test('local dates are written as the browser writes them, in the zone of the dashboard', () => {
  const plain = (text: string): string => text.replace(/\s/g, ' ');
  expect(plain(formatValue(NOW, 'dateTimeAsLocal', undefined, 'Asia/Tokyo').text)).toBe(
    plain(expected('dateTimeAsLocal', NOW, 'Asia/Tokyo')),
  );
  expect(formatValue(NaN, 'dateTimeAsLocal').text).toBe('NaN');
});
