/** Intervals of mute timings and recurring silences: edited as texts, read as a sentence. Pure. */

import type { IntervalAnswer } from '../../../../kernel/apiTypes';

/** As the server writes it; parts without a restriction are left out. */
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

/** The server's week starts on Sunday; ranges go forward in it. */
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

/** Months are numbers too. */
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

/** The days in as few ranges as the server's week allows. */
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

/** `Monday to Friday, 09:00 to 17:00 (Europe/Paris)`. */
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

/** Items of a list that people write with commas. */
export function items(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.replace(/\s+/g, '').replace(/(?<=\d)-(?=-?\d)/, ':'))
    .filter(Boolean);
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

export type Span = NonNullable<Interval['times']>[number];

/** What is wrong with one span of a day, in a sentence. */
export function spanProblem({ start_time: start, end_time: end }: Span): string | undefined {
  if (!CLOCK.test(start) || !CLOCK.test(end)) return 'Write times such as 09:00, up to 24:00.';
  return start < end
    ? undefined
    : `${start} to ${end} does not go forward. A span over midnight is two: up to 24:00, and from 00:00.`;
}

/** The two of a span that goes over midnight; undefined where it does not. */
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

/** What is wrong with an interval, by the field it is shown at. */
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
      day && `“${day}” is no day of a month: write 1 to 31, -1 for the last one, 1:5 for a range.`,
    years: year && `“${year}” is no year, and no range such as 2026:2028.`,
  };
}

/** The first of them. */
export function problemOf(interval: Interval): string | undefined {
  return Object.values(problemsOf(interval)).find(Boolean);
}

/** Without parts that say nothing. */
export function tidy(interval: Interval): Interval {
  return Object.fromEntries(
    Object.entries(interval).filter(
      ([, value]) => value !== '' && (!Array.isArray(value) || value.length > 0),
    ),
  );
}
