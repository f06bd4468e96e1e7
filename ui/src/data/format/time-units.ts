/** Durations as values: scaled to the unit that reads best, in words, or as a clock. */
import { fixed } from './number';
import type { FormattedValue, Formatter } from './formatter';

/** `[below, divisor, suffix]`: the first row whose limit the size stays under is taken. */
type Steps = readonly (readonly [number, number, string])[];

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const WEEK = 604_800;
const YEAR = 31_536_000;
/** A mean year, as seconds are divided by it. */
const MEAN_YEAR = 31_556_900;

function steps(rows: Steps): Formatter {
  return (value, decimals) => {
    const size = Math.abs(value);
    const [, divisor, unit] = rows.find(([below]) => size < below) ??
      rows[rows.length - 1] ?? [0, 1, ''];
    // Below one, multiplying by the whole number keeps the digits that dividing would blur.
    const scaled = divisor < 1 ? value * Math.round(1 / divisor) : value / divisor;
    return {
      text: fixed(scaled, decimals),
      suffix: unit.endsWith('*') ? plural(unit.slice(0, -1), scaled) : ` ${unit}`,
    };
  };
}

function plural(unit: string, count: number): string {
  return Math.abs(count) <= 1 ? ` ${unit}` : ` ${unit}s`;
}

const seconds = steps([
  [1e-6, 1e-9, 'ns'],
  [1e-3, 1e-6, 'µs'],
  [1, 1e-3, 'ms'],
  [MINUTE, 1, 's'],
  [HOUR, MINUTE, 'min*'],
  [DAY, HOUR, 'hour*'],
  [WEEK, DAY, 'day*'],
  [YEAR, WEEK, 'week*'],
  [Infinity, MEAN_YEAR, 'year*'],
]);

const zeroSeconds: Formatter = (value, decimals) =>
  value === 0 ? { text: '0', suffix: ' s' } : seconds(value, decimals);

const milliseconds = steps([
  [1000, 1, 'ms'],
  [MINUTE * 1000, 1000, 's'],
  [HOUR * 1000, MINUTE * 1000, 'min*'],
  [DAY * 1000, HOUR * 1000, 'hour*'],
  [YEAR * 1000, DAY * 1000, 'day*'],
  [Infinity, YEAR * 1000, 'year*'],
]);

const microseconds = steps([
  [1000, 1, 'µs'],
  [1e6, 1000, 'ms'],
  [Infinity, 1e6, 's'],
]);

const nanoseconds = steps([
  [1000, 1, 'ns'],
  [1e6, 1000, 'µs'],
  [1e9, 1e6, 'ms'],
  [MINUTE * 1e9, 1e9, 's'],
  [HOUR * 1e9, MINUTE * 1e9, 'min*'],
  [DAY * 1e9, HOUR * 1e9, 'hour*'],
  [Infinity, DAY * 1e9, 'day*'],
]);

const minutes = steps([
  [60, 1, 'min'],
  [1440, 60, 'hour*'],
  [10_080, 1440, 'day*'],
  [604_800, 10_080, 'week*'],
  [Infinity, 525_948, 'year*'],
]);

const hours = steps([
  [24, 1, 'hour'],
  [168, 24, 'day*'],
  [8760, 168, 'week*'],
  [Infinity, 8760, 'year*'],
]);

const days = steps([
  [7, 1, 'day*'],
  [365, 7, 'week*'],
  [Infinity, 365, 'year*'],
]);

const WORDS: readonly (readonly [string, number])[] = [
  ['year', YEAR * 1000],
  ['month', 30 * DAY * 1000],
  ['week', WEEK * 1000],
  ['day', DAY * 1000],
  ['hour', HOUR * 1000],
  ['minute', MINUTE * 1000],
  ['second', 1000],
  ['millisecond', 1],
];

/** `decimals` is how many smaller units follow the first. */
function words(
  value: number,
  decimals: number | null | undefined,
  unit: 'second' | 'millisecond',
): FormattedValue {
  if (value === 0) return { text: '0', suffix: ` ${unit}s` };
  if (value < 0) return { ...words(-value, decimals, unit), suffix: ' ago' };
  let rest = unit === 'second' ? value * 1000 : value;
  let left = decimals ?? 0;
  let started = false;
  const parts: string[] = [];
  for (const [name, size] of WORDS) {
    if (left < 0) break;
    const count = Math.floor(rest / size);
    started ||= count > 0;
    if (!started) continue;
    parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    rest %= size;
    left -= 1;
  }
  return { text: parts.join(', ') };
}

const two = (n: number): string => String(n).padStart(2, '0');

function clockFace(value: number, withDays: boolean): FormattedValue {
  if (value < 0) return { ...clockFace(-value, withDays), suffix: ' ago' };
  const whole = Math.floor(value);
  const day = withDays ? Math.floor(whole / DAY) : 0;
  const rest = whole - day * DAY;
  const face = `${two(Math.floor(rest / HOUR))}:${two(Math.floor((rest % HOUR) / MINUTE))}:${two(rest % MINUTE)}`;
  return { text: day > 0 ? `${day} d ${face}` : face };
}

/** `1h:02m:03s:004ms`, cut after `decimals` parts. */
function clock(ms: number, decimals: number | null | undefined): FormattedValue {
  const size = Math.max(0, ms);
  const parts = [
    `${two(Math.floor(size / 3_600_000))}h`,
    `${two(Math.floor(size / 60_000) % 60)}m`,
    `${two(Math.floor(size / 1000) % 60)}s`,
    `${String(Math.floor(size % 1000)).padStart(3, '0')}ms`,
  ];
  const first = size >= 3_600_000 ? 0 : size >= 60_000 ? 1 : size >= 1000 ? 2 : 3;
  const shown = parts.slice(first);
  return {
    text: (decimals === 0
      ? shown.slice(0, 1)
      : decimals
        ? shown.slice(0, decimals + 1)
        : shown
    ).join(':'),
  };
}

export const timeFormatters: Record<string, Formatter> = {
  ns: nanoseconds,
  µs: microseconds,
  ms: milliseconds,
  s: zeroSeconds,
  m: minutes,
  h: hours,
  d: days,
  dtdurationms: (value, decimals) => words(value, decimals, 'millisecond'),
  dtdurations: (value, decimals) => words(value, decimals, 'second'),
  dthms: (value) => clockFace(value, false),
  dtdhms: (value) => clockFace(value, true),
  timeticks: (value, decimals) => zeroSeconds(value / 100, decimals),
  clockms: (value, decimals) => clock(value, decimals),
  clocks: (value, decimals) => clock(value * 1000, decimals),
};
