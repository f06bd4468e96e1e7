/** Intervals of mute timings and recurring silences: parsing, validation and summary. Pure. */

import type { IntervalAnswer } from '../../../../kernel/apiTypes';

/** An interval in the server's format, without the parts that restrict nothing. */
export type Interval = IntervalAnswer;

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** The server's week starts on Sunday, and a range cannot extend into the next week. */
const SERVER_WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function expanded(written: readonly string[], names: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const range of written) {
    const [first = '', last = first] = range
      .toLowerCase()
      .split(':')
      .map((each) => each.trim());
    const [from, to] = [indexOf(first, names), indexOf(last, names)];
    for (let at = from; at >= 0 && at <= to; at += 1) found.add(names[at] ?? '');
  }
  return found;
}

/** The index of a name, or of the number of a month. */
function indexOf(text: string, names: readonly string[]): number {
  const number = Number(text);
  return text !== '' && Number.isInteger(number) ? number - 1 : names.indexOf(text);
}

export function weekdaysOf({ weekdays = [] }: Interval): Set<string> {
  return expanded(weekdays, SERVER_WEEK);
}

export function monthsOf({ months = [] }: Interval): Set<string> {
  return expanded(months, MONTHS);
}

/** The days as the fewest possible ranges of the server's week. */
export function weekdayRanges(chosen: ReadonlySet<string>): string[] {
  return ranges(SERVER_WEEK, chosen);
}

export function monthRanges(chosen: ReadonlySet<string>): string[] {
  return ranges(MONTHS, chosen);
}

function ranges(names: readonly string[], chosen: ReadonlySet<string>): string[] {
  return runs(names, chosen).map(([first, last]) => (first === last ? first : `${first}:${last}`));
}

function runs(
  names: readonly string[],
  chosen: ReadonlySet<string>,
): [first: string, last: string][] {
  const found: [string, string][] = [];
  let open: [string, string] | undefined;
  for (const name of names) {
    if (!chosen.has(name)) open = undefined;
    else if (open) open[1] = name;
    else found.push((open = [name, name]));
  }
  return found;
}

function namedRuns(names: readonly string[], chosen: ReadonlySet<string>): string {
  return runs(names, chosen)
    .map(([first, last]) => (first === last ? upper(first) : `${upper(first)} to ${upper(last)}`))
    .join(', ');
}

/** The summary of an interval: `Monday to Friday, 09:00 to 17:00 (Europe/Paris)`. */
export function summary(interval: Interval): string {
  const { times = [], days_of_month: days = [], years = [], location } = interval;
  const parts: string[] = [];
  const weekdays = weekdaysOf(interval);
  const months = monthsOf(interval);
  if (weekdays.size > 0) parts.push(namedRuns(WEEKDAYS, weekdays));
  if (days.length > 0) parts.push(`on ${days.map(dayText).join(', ')} of the month`);
  if (months.size > 0) parts.push(`in ${namedRuns(MONTHS, months)}`);
  if (years.length > 0)
    parts.push(`in ${years.map((year) => year.replace(':', ' to ')).join(', ')}`);
  if (times.length > 0)
    parts.push(
      times.map(({ start_time: start, end_time: end }) => `${start} to ${end}`).join(' and '),
    );
  const zone = ` (${location || 'UTC'})`;
  return (
    (parts.length > 0 ? upper(parts.join(', ')) : 'At all times') + (parts.length > 0 ? zone : '')
  );
}

function dayText(range: string): string {
  const [first = '', last = first] = range.split(':');
  const name = (day: string) =>
    day.startsWith('-')
      ? day === '-1'
        ? 'the last day'
        : `day ${day.slice(1)} from the end`
      : `day ${day}`;
  return first === last ? name(first) : `${name(first)} to ${name(last)}`;
}

/** The items of a comma-separated list. */
export function items(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.replace(/\s+/g, '').replace(/(?<=\d)-(?=-?\d)/, ':'))
    .filter(Boolean);
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

export type Span = NonNullable<Interval['times']>[number];

/** The problem of a time range of a day. */
export function spanProblem({ start_time: start, end_time: end }: Span): string | undefined {
  if (!CLOCK.test(start) || !CLOCK.test(end))
    return 'Enter times from 00:00 to 24:00, such as 09:00.';
  return start < end
    ? undefined
    : `The end ${end} must be after the start ${start}. Split a range across midnight in two: until 24:00 and from 00:00.`;
}

/** The two parts of a time range across midnight; undefined for other ranges. */
export function splitAtMidnight({ start_time: start, end_time: end }: Span): Span[] | undefined {
  if (!CLOCK.test(start) || !CLOCK.test(end) || start <= end) return undefined;
  const spans = [
    { start_time: start, end_time: '24:00' },
    { start_time: '00:00', end_time: end },
  ];
  return spans.filter((each) => each.start_time < each.end_time);
}

export interface IntervalProblems {
  times?: string | undefined;
  days?: string | undefined;
  years?: string | undefined;
}

/** The problems of an interval, by field. */
export function problemsOf({
  times = [],
  days_of_month: days = [],
  years = [],
}: Interval): IntervalProblems {
  const day = days.find((each) => !/^-?\d{1,2}(:-?\d{1,2})?$/.test(each));
  const year = years.find((each) => !/^\d{4}(:\d{4})?$/.test(each));
  return {
    times: times.map(spanProblem).find(Boolean),
    days:
      day &&
      `“${day}” is not a day of the month. Enter 1 to 31, -1 for the last day, or a range such as 1:5.`,
    years: year && `“${year}” is not a year such as 2026 or a range such as 2026:2028.`,
  };
}

/** The first problem of an interval. */
export function problemOf(interval: Interval): string | undefined {
  return Object.values(problemsOf(interval)).find(Boolean);
}

/** The interval without empty parts. */
export function tidy(interval: Interval): Interval {
  return Object.fromEntries(
    Object.entries(interval).filter(
      ([, value]) => value !== '' && (!Array.isArray(value) || value.length > 0),
    ),
  );
}
