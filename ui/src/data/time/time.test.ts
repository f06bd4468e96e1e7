import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { oracle } from '../testing/oracle';
import { formatDuration, parseDuration } from './duration';
import { formatTime } from './format';
import { calculateInterval, rateInterval, roundInterval } from './interval';
import { parseDate } from './parse';
import { parsePattern } from './parse-pattern';
import { describeRange, resolveTime, resolveTimeRange } from './range';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/St_Johns',
  'Asia/Tehran',
];
const INSTANTS = [
  '2024-01-31T15:34:56.789Z',
  '2024-03-10T06:30:00Z',
  '2024-03-10T08:30:00Z',
  '2024-03-31T00:30:00Z',
  '2024-03-31T01:30:00Z',
  '2024-10-27T00:30:00Z',
  '2024-10-27T01:30:00Z',
  '2024-11-03T05:30:00Z',
  '2024-11-03T06:30:00Z',
  '2024-04-06T15:15:00Z',
  '2024-02-29T23:59:59.999Z',
  '2023-12-31T23:30:00Z',
  '2024-12-30T10:00:00Z',
  '2021-05-31T12:00:00Z',
].map((text) => Date.parse(text));

const UNITS = ['s', 'm', 'h', 'd', 'w', 'M', 'Q', 'y'];
const EXPRESSIONS = [
  'now',
  'now-5m',
  'now-6h',
  'now+90s',
  'now-2d/d',
  'now-1M/M',
  'now-1y/y',
  'now-1w/w',
  'now-1d/d+6h',
  'now/d-15m',
  'now-1h/h',
  'now-30d',
  'now+1M-1d/d',
  'now/fQ',
  'now/fy',
  'now-1Q/fQ',
  'now-1y/fy',
  ...UNITS.map((unit) => `now/${unit}`),
  ...UNITS.map((unit) => `now-3${unit}`),
];
const NONSENSE = [
  'now-',
  'now/x',
  'now-5',
  'now*2',
  'tomorrow',
  '',
  'now--5m',
  'now-5mm',
  '2024-13-01',
  '2024-02-30',
  'now/d/',
];

describe('relative times', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  test.each(ZONES)('mean the same in %s, clock changes included', (timeZone) => {
    const different: string[] = [];
    for (const now of INSTANTS) {
      vi.setSystemTime(now);
      for (const text of EXPRESSIONS) {
        for (const roundUp of [false, true]) {
          const wanted = oracle.dateMath
            .toDateTime(text, {
              roundUp,
              timezone: timeZone === 'UTC' ? 'utc' : timeZone,
              fiscalYearStartMonth: 1,
            })
            ?.valueOf();
          const ours = resolveTime(text, roundUp, { timeZone, now, fiscalYearStartMonth: 1 });
          if (
            timeZone === KNOWN_DIFFERENCE.timeZone &&
            now === KNOWN_DIFFERENCE.now &&
            text === KNOWN_DIFFERENCE.text
          )
            continue;
          if (ours !== wanted)
            different.push(
              `${new Date(now).toISOString()} ${text} ${roundUp}: ${show(ours)} instead of ${show(wanted)}`,
            );
        }
      }
    }
    expect(different).toEqual([]);
  });
});

/**
 * The reference starts the hour that a half-hour clock change repeats at the wall clock's full
 * hour, 75 minutes back; ours at the last one that passed.
 */
const KNOWN_DIFFERENCE = {
  timeZone: 'Australia/Lord_Howe',
  now: Date.parse('2024-04-06T15:15:00Z'),
  text: 'now/h',
};

const show = (ms: number | undefined): string =>
  ms === undefined || Number.isNaN(ms) ? String(ms) : new Date(ms).toISOString();

describe('time ranges', () => {
  const utc = { timeZone: 'UTC', now: Date.parse('2024-06-12T10:20:30Z') };

  test.each(NONSENSE)('%j is no time', (text) => {
    expect(resolveTime(text, false, utc)).toBeUndefined();
  });

  test('weeks start on the day that is asked for', () => {
    const start = (weekStart: string): string =>
      new Date(resolveTime('now/w', false, { ...utc, weekStart }) ?? 0).toISOString().slice(0, 10);
    expect([start('saturday'), start('sunday'), start('monday')]).toEqual([
      '2024-06-08',
      '2024-06-09',
      '2024-06-10',
    ]);
  });

  test('a whole day ends with its last millisecond', () => {
    const range = resolveTimeRange({ from: 'now/d', to: 'now/d' }, utc);
    expect(range).toMatchObject({
      from: Date.parse('2024-06-12T00:00:00Z'),
      to: Date.parse('2024-06-12T23:59:59.999Z'),
    });
  });

  test('dates in links may be milliseconds, ISO or compact', () => {
    const wanted = Date.parse('2024-06-01T05:06:07Z');
    for (const text of [
      String(wanted),
      '2024-06-01T05:06:07Z',
      '2024-06-01 05:06:07',
      '20240601T050607',
      '2024-06-01T07:06:07+02:00',
    ]) {
      expect(resolveTime(text, false, utc), text).toBe(wanted);
    }
  });

  test('dates without an offset are of the dashboard zone', () => {
    expect(resolveTime('2024-06-01 00:00:00', false, { timeZone: 'Europe/Berlin' })).toBe(
      Date.parse('2024-05-31T22:00:00Z'),
    );
    expect(parseDate('2024-03-31 02:30:00', 'Europe/Berlin')).toBe(
      Date.parse('2024-03-31T01:30:00Z'),
    );
  });

  test('a mistyped end falls back to the last six hours instead of an empty page', () => {
    const range = resolveTimeRange({ from: 'nonsense', to: 'also' }, utc);
    expect(range).toMatchObject({
      from: utc.now - 6 * 3_600_000,
      to: utc.now,
      raw: { from: 'now-6h', to: 'now' },
    });
  });

  test('ranges are described in words', () => {
    const described = [
      ['now-6h', 'now'],
      ['now-1d', 'now'],
      ['now/d', 'now/d'],
      ['now/d', 'now'],
      ['now-1d/d', 'now-1d/d'],
      ['now-1w/w', 'now-1w/w'],
      ['now/w', 'now'],
      ['now-2d/d', 'now-2d/d'],
      ['now', 'now+1h'],
      ['now-5m', 'now-1m'],
    ].map(([from = '', to = '']) => describeRange({ from, to }));
    expect(described).toEqual([
      'Last 6 hours',
      'Last 1 day',
      'Today',
      'Today so far',
      'Yesterday',
      'Previous week',
      'This week so far',
      'Day before yesterday',
      'Next 1 hour',
      'now-5m to now-1m',
    ]);
  });
});

describe('times as text', () => {
  const PATTERNS = [
    'YYYY-MM-DD HH:mm:ss',
    'YYYY-MM-DD HH:mm:ss.SSS',
    'DD/MM/YY h:mm a',
    'hh:mm A',
    'MMM Do, YYYY',
    'MMMM D',
    'dddd ddd dd d',
    'DDDD DDD DDDo',
    'Q Qo',
    'W WW Wo GGGG',
    'w ww wo gggg',
    'E e',
    'Z ZZ',
    'X x',
    "[at] HH [o'clock]",
    'L LT',
    'LTS',
    'LL',
    'LLL',
    'LLLL',
    'l ll',
    'k kk',
    'S SS SSS SSSS',
    'H:m:s',
    'Mo',
    'YYYYMMDDTHHmmss',
    'do',
  ];
  test.each(ZONES)('read the same in %s', (timeZone) => {
    const different: string[] = [];
    for (const instant of INSTANTS) {
      for (const pattern of PATTERNS) {
        const wanted = oracle.dateTimeFormat(instant, {
          format: pattern,
          timeZone: timeZone === 'UTC' ? 'utc' : timeZone,
        });
        const ours = formatTime(instant, pattern, timeZone);
        if (ours !== wanted)
          different.push(
            `${new Date(instant).toISOString()} ${pattern}: ${ours} instead of ${wanted}`,
          );
      }
    }
    expect(different.slice(0, 20)).toEqual([]);
  });

  test('an impossible time says so', () => {
    expect(formatTime(NaN)).toBe('Invalid date');
    expect(formatTime(1e20)).toBe('Invalid date');
  });

  test('what was written in a pattern is read back', () => {
    const instant = Date.parse('2024-06-01T15:06:07Z');
    for (const pattern of [
      'DD.MM.YYYY HH:mm:ss',
      'MM/DD/YYYY hh:mm:ss A',
      'YYYY MMM DD HH:mm:ss',
      'X',
      'x',
    ]) {
      expect(
        parsePattern(formatTime(instant, pattern, 'Asia/Kolkata'), pattern, 'Asia/Kolkata'),
        pattern,
      ).toBe(instant);
    }
  });
});

describe('durations and steps', () => {
  test('durations are read as they are written', () => {
    expect(['5m', '1h30m', '15', '>10s', '100ms', '1w', 'x', '', '5 m'].map(parseDuration)).toEqual(
      [300_000, 5_400_000, 15_000, 10_000, 100, 604_800_000, NaN, NaN, NaN],
    );
    expect([20, 15_000, 90_000, 3_600_000, 86_400_000, 0.2].map(formatDuration)).toEqual([
      '20ms',
      '15s',
      '90s',
      '1h',
      '1d',
      '1ms',
    ]);
  });

  test('steps are rounded at the same places', () => {
    const different: string[] = [];
    for (let ms = 1; ms < 400 * 86_400_000; ms = Math.ceil(ms * 1.013)) {
      const wanted = oracle.rangeUtil.roundInterval(ms);
      if (roundInterval(ms) !== wanted)
        different.push(`${ms}: ${roundInterval(ms)} instead of ${wanted}`);
    }
    expect(different).toEqual([]);
  });

  test('a step is never below the one that is asked for', () => {
    const range = { from: 0, to: 3_600_000 };
    expect(calculateInterval(range, 1000, '15s')).toEqual({ intervalMs: 15_000, interval: '15s' });
    expect(calculateInterval(range, 60, '>15s')).toEqual({ intervalMs: 60_000, interval: '1m' });
    expect(calculateInterval(range, 1000)).toEqual({ intervalMs: 5000, interval: '5s' });
  });

  test('a rate covers at least four scrapes', () => {
    expect(rateInterval(15_000, 15_000)).toBe(60_000);
    expect(rateInterval(300_000, 15_000)).toBe(315_000);
    expect(rateInterval(5000)).toBe(60_000);
  });
});
