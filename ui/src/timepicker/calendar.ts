/**
 * Days of a month as a calendar shows them. A day is a text such as `2026-11-21`, without a time
 * zone.
 */

const DAY = 86_400_000;
const FIRST_WEEKDAY: Record<string, number> = { sunday: 0, monday: 1, saturday: 6 };

export interface CalendarMonth {
  /** `November 2026` */
  title: string;
  /** Of the columns: `Mo`, `Tu`, ... */
  weekdays: { short: string; long: string }[];
  weeks: string[][];
}

/** The weeks that a month touches, each with seven days. */
export function monthOf(day: string, weekStart = 'sunday'): CalendarMonth {
  const first = instant(`${day.slice(0, 7)}-01`);
  const offset = (new Date(first).getUTCDay() - (FIRST_WEEKDAY[weekStart] ?? 0) + 7) % 7;
  const start = first - offset * DAY;
  const next = instant(movedMonth(`${day.slice(0, 7)}-01`, 1));
  const count = Math.ceil((next - start) / (7 * DAY));
  const weeks = Array.from({ length: count }, (_w, week) =>
    Array.from({ length: 7 }, (_d, index) => dayOf(start + (week * 7 + index) * DAY)),
  );
  const weekdays = (weeks[0] ?? []).map((each) => ({
    short: written(each, { weekday: 'short' }).slice(0, 2),
    long: written(each, { weekday: 'long' }),
  }));
  return { title: written(day, { month: 'long', year: 'numeric' }), weekdays, weeks };
}

export function movedDay(day: string, days: number): string {
  return dayOf(instant(day) + days * DAY);
}

/** The same day of another month, or its last one where the month is shorter. */
export function movedMonth(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return dayOf(
    Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())),
  );
}

export function dayName(day: string): string {
  return written(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

export interface DaySpan {
  from: string;
  /** Undefined while only the first day is chosen. */
  to?: string;
}

/**
 * The span after a day was chosen: the first choice begins it, the second ends it, in either order.
 */
export function chosenSpan(span: DaySpan | undefined, day: string): DaySpan {
  if (!span || span.to !== undefined) return { from: day };
  return day < span.from ? { from: day, to: span.from } : { from: span.from, to: day };
}

function instant(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function written(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(instant(day));
}
