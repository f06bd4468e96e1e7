/** Calendar arithmetic in IANA time zones, from the zone data the browser already has. */

export interface ZonedTime {
  year: number;
  /** 1..12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
  /** 0 is Sunday. */
  weekday: number;
  /** Minutes east of UTC. */
  offset: number;
}

/** Zones change their offset at quarters of an hour at the finest. */
const QUARTER = 900_000;

interface Zone {
  format: Intl.DateTimeFormat;
  bucket: number;
  offset: number;
}

const zones = new Map<string, Zone>();

/**
 * `browser` and an empty name stand for the zone of the machine, `utc` for UTC; an unknown name
 * becomes UTC.
 */
export function resolveTimeZone(name?: string | null): string {
  if (!name || name === 'browser') return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  if (/^(utc|gmt)$/i.test(name)) return 'UTC';
  return zoneOf(name) ? name : 'UTC';
}

function zoneOf(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const zone: Zone = { format, bucket: NaN, offset: 0 };
    zones.set(name, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** Milliseconds east of UTC at an instant. */
export function zoneOffset(instant: number, timeZone: string): number {
  if (timeZone === 'UTC' || !Number.isFinite(instant)) return 0;
  const zone = zoneOf(timeZone === 'utc' ? 'UTC' : resolveIfAlias(timeZone));
  if (!zone) return 0;
  const bucket = Math.floor(instant / QUARTER);
  if (zone.bucket === bucket) return zone.offset;
  const part: Record<string, string> = {};
  const whole = Math.floor(instant / 1000) * 1000;
  for (const { type, value } of zone.format.formatToParts(whole)) part[type] = value;
  const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year']);
  const wall = utc(
    year,
    Number(part['month']),
    Number(part['day']),
    Number(part['hour']),
    Number(part['minute']),
    Number(part['second']),
  );
  zone.bucket = bucket;
  zone.offset = wall - whole;
  return zone.offset;
}

function resolveIfAlias(timeZone: string): string {
  return timeZone === '' || timeZone === 'browser' ? resolveTimeZone(timeZone) : timeZone;
}

/** `Date.UTC` that takes years below 100 as they are; month 1..12, every part may overflow. */
function utc(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms = 0,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, ms);
}

export function zonedTime(instant: number, timeZone: string): ZonedTime {
  const offset = zoneOffset(instant, timeZone);
  const date = new Date(instant + offset);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    ms: date.getUTCMilliseconds(),
    weekday: date.getUTCDay(),
    offset: Math.round(offset / 60_000),
  };
}

/**
 * The instant of a wall-clock time; parts may overflow (day 0 is the last of the month before).
 * A time that a clock change skips moves forward by the gap; of a repeated one the first is taken.
 */
export function instantOf(
  timeZone: string,
  year: number,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): number {
  const wall = utc(year, month, day, hour, minute, second, ms);
  const before = zoneOffset(wall - 86_400_000, timeZone);
  const after = zoneOffset(wall + 86_400_000, timeZone);
  const first = wall - before;
  if (zoneOffset(first, timeZone) === before) return first;
  const later = wall - after;
  return zoneOffset(later, timeZone) === after ? later : first;
}
