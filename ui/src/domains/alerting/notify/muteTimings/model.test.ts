import { expect, test } from 'vitest';
import {
  items,
  monthRanges,
  monthsOf,
  problemOf,
  splitAtMidnight,
  summary,
  tidy,
  weekdayRanges,
  weekdaysOf,
} from './model';

test('an interval has a readable summary', () => {
  const work = {
    times: [{ start_time: '09:00', end_time: '17:00' }],
    weekdays: ['monday:friday'],
    location: 'Europe/Paris',
  };
  expect(summary(work)).toBe('Monday to Friday, 09:00 to 17:00 (Europe/Paris)');
  expect(summary({ weekdays: ['saturday', 'sunday'] })).toBe('Saturday to Sunday (UTC)');
  expect(summary({ days_of_month: ['1:5', '-1'], months: ['1:3'], years: ['2026:2028'] })).toBe(
    'On day 1 to day 5, the last day of the month, in January to March, in 2026 to 2028 (UTC)',
  );
  expect(summary({})).toBe('At all times');
});

test('selected days are stored as ranges of a week that starts on Sunday', () => {
  expect(weekdayRanges(new Set(['monday', 'tuesday', 'wednesday', 'friday']))).toEqual([
    'monday:wednesday',
    'friday',
  ]);
  expect(weekdayRanges(new Set(['saturday', 'sunday']))).toEqual(['sunday', 'saturday']);
  for (const ranges of [['monday:friday'], ['sunday', 'saturday'], ['wednesday']])
    expect(weekdayRanges(weekdaysOf({ weekdays: ranges }))).toEqual(ranges);
  expect(monthRanges(monthsOf({ months: ['1:3', 'december'] }))).toEqual([
    'january:march',
    'december',
  ]);
});

test('lists are separated by commas, and ranges use a colon or a dash', () => {
  expect(items('1:5, 15 , -1,')).toEqual(['1:5', '15', '-1']);
  expect(items('1-5, -3--1, 2026 - 2028')).toEqual(['1:5', '-3:-1', '2026:2028']);
});

test('invalid intervals are reported before they are sent', () => {
  expect(problemOf({ times: [{ start_time: '22:00', end_time: '06:00' }] })).toContain('midnight');
  expect(problemOf({ times: [{ start_time: '9', end_time: '17:00' }] })).toContain('09:00');
  expect(problemOf({ days_of_month: ['first'] })).toContain('first');
  expect(problemOf({ years: ['26'] })).toContain('26');
  expect(
    problemOf({
      times: [{ start_time: '22:00', end_time: '24:00' }],
      days_of_month: ['-3:-1'],
      years: ['2026'],
    }),
  ).toBeUndefined();
});

test('a range across midnight is split in two, and other ranges stay unchanged', () => {
  expect(splitAtMidnight({ start_time: '22:00', end_time: '06:00' })).toEqual([
    { start_time: '22:00', end_time: '24:00' },
    { start_time: '00:00', end_time: '06:00' },
  ]);
  expect(splitAtMidnight({ start_time: '22:00', end_time: '00:00' })).toEqual([
    { start_time: '22:00', end_time: '24:00' },
  ]);
  expect(splitAtMidnight({ start_time: '09:00', end_time: '17:00' })).toBeUndefined();
  expect(splitAtMidnight({ start_time: 'late', end_time: '06:00' })).toBeUndefined();
});

test('empty parts of an interval are not sent', () => {
  expect(tidy({ times: [], weekdays: ['monday'], months: [], location: undefined })).toEqual({
    weekdays: ['monday'],
    location: undefined,
  });
});
