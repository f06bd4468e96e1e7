/**
 * Ticks and labels of a time axis in any IANA time zone. All times are milliseconds since the
 * epoch.
 */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/**
 * Distances between ticks, finest first; days, months and years follow the calendar of the zone.
 */
export const timeSteps: number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * hour),
  ...[1, 2, 3, 7, 14].map((n) => n * day),
  ...[1, 2, 3, 4, 6].map((n) => n * month),
  ...[1, 2, 5, 10, 20, 50, 100].map((n) => n * year),
];

interface ZonedParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found)
    formats.set(
      key,
      (found = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: ianaZone(zone) })),
    );
  return found;
}

function ianaZone(zone: string): string | undefined {
  if (zone === 'browser' || zone === '') return undefined;
  return zone === 'utc' ? 'UTC' : zone;
}

/** Milliseconds the zone is ahead of UTC at this instant. */
export function zoneOffset(time: number, zone: string): number {
  if (zone === 'utc' || zone === 'UTC') return 0;
  const p = zonedParts(time, zone);
  return (
    Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) -
    Math.floor(time / second) * second
  );
}

function zonedParts(time: number, zone: string): ZonedParts {
  const numeric = 'numeric' as const;
  const formatter = format(zone, {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
    hourCycle: 'h23',
  });
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(time)) parts[type] = Number(value);
  return parts as unknown as ZonedParts;
}

/** The instant a wall clock of the zone shows `local` (milliseconds as if the clock were UTC). */
function instant(local: number, zone: string): number {
  const guess = local - zoneOffset(local, zone);
  return local - zoneOffset(guess, zone);
}

/** Ticks within the range, on round wall clock times. `step` is one of `timeSteps`. */
export function timeTicks(from: number, to: number, step: number, zone: string): number[] {
  const ticks: number[] = [];
  for (let local = firstLocal(from, step, zone); ; local = nextLocal(local, step)) {
    const tick = step < minute ? local - zoneOffset(from, zone) : instant(local, zone);
    if (tick > to || ticks.length > 500) return ticks;
    if (tick >= from && tick !== ticks[ticks.length - 1]) ticks.push(tick);
  }
}

function firstLocal(from: number, step: number, zone: string): number {
  const local = from + zoneOffset(from, zone);
  const date = new Date(local);
  if (step >= year) {
    const years = Math.round(step / year);
    return Date.UTC(Math.floor(date.getUTCFullYear() / years) * years, 0, 1);
  }
  if (step >= month) {
    const months = Math.round(step / month);
    return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
  }
  if (step >= day) {
    const days = Math.round(step / day);
    // Multiples of a week start on Mondays: 1970-01-05 was one.
    const epoch = days % 7 === 0 ? 4 * day : 0;
    return Math.floor((local - epoch) / step) * step + epoch;
  }
  return Math.floor(local / step) * step;
}

function nextLocal(local: number, step: number): number {
  const date = new Date(local);
  if (step >= year) return Date.UTC(date.getUTCFullYear() + Math.round(step / year), 0, 1);
  if (step >= month)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + Math.round(step / month), 1);
  return local + step;
}

/**
 * Short labels: the clock for steps within a day, with the date in place of midnight; the date for
 * steps of days; month names with the year in place of January. The first label of a list that
 * crosses days names its day.
 */
export function timeLabels(ticks: readonly number[], step: number, zone: string): string[] {
  const clock = format(zone, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(step < minute ? { second: '2-digit' as const } : {}),
    ...(step < second ? { fractionalSecondDigits: 3 as const } : {}),
  });
  const date = format(zone, { day: 'numeric', month: 'short' });
  const monthName = format(zone, { month: 'short' });
  const yearName = format(zone, { year: 'numeric' });
  return ticks.map((tick) => {
    if (step >= year) return yearName.format(tick);
    const parts = zonedParts(tick, zone);
    if (step >= month) return parts.month === 1 ? yearName.format(tick) : monthName.format(tick);
    if (step >= day)
      return parts.month === 1 && parts.day === 1 ? yearName.format(tick) : date.format(tick);
    const midnight =
      parts.hour === 0 && parts.minute === 0 && parts.second === 0 && tick % second === 0;
    return midnight ? date.format(tick) : clock.format(tick);
  });
}

/** Day, time and zone of one instant, as precise as the distance between points asks for. */
export function timeTitle(time: number, zone: string, interval = minute): string {
  const formatter = format(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(interval < minute || time % minute !== 0 ? { second: '2-digit' as const } : {}),
    ...(interval < second ? { fractionalSecondDigits: 3 as const } : {}),
  });
  return formatter.format(time);
}
