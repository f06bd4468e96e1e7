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

test('an interval reads as a sentence', () => {
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

test('days chosen one by one are stored as ranges of the week that starts on Sunday', () => {
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

test('lists are written with commas, ranges with a colon or a dash', () => {
  expect(items('1:5, 15 , -1,')).toEqual(['1:5', '15', '-1']);
  expect(items('1-5, -3--1, 2026 - 2028')).toEqual(['1:5', '-3:-1', '2026:2028']);
});

test('what cannot be is told before it is sent', () => {
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

test('a span over midnight becomes two, and others stay as they are', () => {
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

test('parts that say nothing are not sent', () => {
  expect(tidy({ times: [], weekdays: ['monday'], months: [], location: undefined })).toEqual({
    weekdays: ['monday'],
    location: undefined,
  });
});
