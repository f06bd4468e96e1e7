// @vitest-environment happy-dom
/** Ranges in words, steps and times of the public package beside ours. */
import { expect, test } from 'vitest';
import { unexplained } from '../testing/differences';
import { oracle } from '../testing/oracle';
import { calculateInterval, roundInterval } from './interval';
import { describeRange, resolveTime } from './range';

const { rangeUtil, dateMath, dateTime } = oracle;

const UNITS = ['s', 'm', 'h', 'd', 'w', 'M', 'y'];
const FROM = [
  ...UNITS.flatMap((unit) => [1, 2, 5, 7, 24, 90].map((count) => `now-${count}${unit}`)),
  ...['d', 'w', 'M', 'y', 'fQ', 'fy'].map((unit) => `now/${unit}`),
  ...['1d/d', '2d/d', '7d/d', '1w/w', '1M/M', '1y/y', '1Q/fQ', '1y/fy', '1h/h', '3h/h'].map(
    (text) => `now-${text}`,
  ),
];

test('ranges read as users are used to', () => {
  const different = FROM.flatMap((from) =>
    ['now', from].flatMap((to) => {
      const [ours, wanted] = [
        describeRange({ from, to }),
        rangeUtil.describeTimeRange({ from, to }),
      ];
      return ours === wanted ? [] : [`${from} to ${to}: ${ours} instead of ${wanted}`];
    }),
  );
  expect(unexplained(different, MEANT)).toEqual([]);
});

const MEANT = [
  [/^now-1h\/h to now-1h\/h: Previous hour/, 'a whole unit is named, also the hour'],
] as const;

test('steps are rounded as users are used to', () => {
  const different: string[] = [];
  for (let ms = 1; ms < 4e10; ms = ms * 1.03 + 1)
    if (roundInterval(ms) !== rangeUtil.roundInterval(ms))
      different.push(`${ms}: ${roundInterval(ms)}`);
  expect(different).toEqual([]);
});

test('the step of a panel follows its range, its width and the least step', () => {
  const hour = 3_600_000;
  for (const [span, points, least] of [
    [hour, 1000, undefined],
    [6 * hour, 1000, undefined],
    [168 * hour, 1000, undefined],
    [hour, 1000, '10s'],
    [24 * hour, 133, '1m'],
    [1000, 1000, undefined],
  ] as const) {
    const range = { from: dateTime(0), to: dateTime(span), raw: { from: '', to: '' } };
    expect(calculateInterval({ from: 0, to: span }, points, least)).toEqual(
      rangeUtil.calculateInterval(range, points, least),
    );
  }
  expect(calculateInterval({ from: 0, to: hour }, 1000, '>10s').interval).toBe('10s');
});

test('texts of times mean the same moments', () => {
  const texts = [
    'now',
    'now-1d/d',
    'now/w',
    'now/M',
    'now-1Q/Q',
    'now/fQ',
    'now/fy',
    'now+3h',
    'now-1M',
    'now-1y/y',
  ];
  texts.push(
    'now-1h-5m',
    'now-1h/h+2m',
    'now-d',
    'now/2d',
    'now-1x',
    'nowx',
    'now -1h',
    'now-1',
    '',
    '2024-01-01||+1d',
  );
  texts.push(
    '2024-01-01||/M',
    '20240101T101010',
    '2024-01-01T00:00:00Z',
    '2024-01-01 10:00:00',
    '2024-01-01||+1d/d',
  );
  const different = texts.flatMap((text) =>
    [false, true].flatMap((roundUp) => {
      const options = { timeZone: 'UTC', fiscalYearStartMonth: 1, weekStart: 'sunday' as const };
      const ours = resolveTime(text, roundUp, options);
      const parsed = dateMath.parse(text, roundUp, 'utc', 1);
      const wanted = parsed?.isValid() ? parsed.valueOf() : undefined;
      const same = ours === wanted || Math.abs((ours ?? NaN) - (wanted ?? NaN)) < 5000;
      return same ? [] : [`${text} (${roundUp}): ${ours} instead of ${wanted}`];
    }),
  );
  expect(different).toEqual([]);
});
