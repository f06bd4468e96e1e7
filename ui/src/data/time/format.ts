/** Times as text, with the pattern letters dashboards already use (`YYYY-MM-DD HH:mm:ss`). */
import type { TimeRange } from '../frame';
import { describeRange, isRelative } from './range';
import { resolveTimeZone, zonedTime, type ZonedTime } from './zone';

export { resolveTimeZone };

const PRESETS: Record<string, string> = {
  full: 'YYYY-MM-DD HH:mm:ss',
  fullMs: 'YYYY-MM-DD HH:mm:ss.SSS',
  millisecond: 'HH:mm:ss.SSS',
  second: 'HH:mm:ss',
  minute: 'HH:mm',
  hour: 'MM/DD HH:mm',
  day: 'MM/DD',
  month: 'YYYY-MM',
  year: 'YYYY',
  iso: 'YYYY-MM-DDTHH:mm:ss.SSS[Z]',
};

const LOCALE_PATTERNS: Record<string, string> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  L: 'MM/DD/YYYY',
  LL: 'MMMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  l: 'M/D/YYYY',
  ll: 'MMM D, YYYY',
  lll: 'MMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
};

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const TOKEN =
  /\[([^\]]*)\]|YYYYYY|YYYY|YY|Qo?|MMMM|MMM|Mo|MM?|DDDD|DDDo?|Do|DD?|dddd|ddd|do|dd?|WW|Wo?|ww|wo?|GGGG|gggg|E|e|HH?|hh?|kk?|mm?|ss?|S{1,9}|A|a|ZZ?|zz?|X|x|\\(.)/g;
const LOCALE_TOKEN = /\[[^\]]*\]|LTS|LT|L{1,4}|l{1,4}/g;

const two = (n: number): string => String(n).padStart(2, '0');

/**
 * `pattern` is a preset (`full`, `iso`, `minute`...) or pattern letters; letters in brackets are
 * literal.
 */
export function formatTime(ms: number, pattern = 'full', timeZone = 'UTC'): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return 'Invalid date';
  if (pattern === 'iso') return new Date(ms).toISOString();
  const zone = resolveTimeZone(timeZone);
  const t = zonedTime(ms, zone);
  const letters = (PRESETS[pattern] ?? pattern).replace(
    LOCALE_TOKEN,
    (token) => LOCALE_PATTERNS[token] ?? token,
  );
  return letters.replace(
    TOKEN,
    (token, literal: string | undefined, escaped: string | undefined) => {
      if (literal !== undefined) return literal;
      if (escaped !== undefined) return escaped;
      return part(token, t, ms, zone);
    },
  );
}

function part(token: string, t: ZonedTime, ms: number, zone: string): string {
  switch (token) {
    case 'YYYY':
      return String(t.year).padStart(4, '0');
    case 'YYYYYY':
      return (t.year < 0 ? '-' : '+') + String(Math.abs(t.year)).padStart(6, '0');
    case 'YY':
      return two(t.year % 100);
    case 'Q':
      return String(Math.ceil(t.month / 3));
    case 'Qo':
      return ordinal(Math.ceil(t.month / 3));
    case 'MMMM':
      return MONTHS[t.month - 1] ?? '';
    case 'MMM':
      return (MONTHS[t.month - 1] ?? '').slice(0, 3);
    case 'MM':
      return two(t.month);
    case 'Mo':
      return ordinal(t.month);
    case 'M':
      return String(t.month);
    case 'DD':
      return two(t.day);
    case 'Do':
      return ordinal(t.day);
    case 'D':
      return String(t.day);
    case 'DDDD':
      return String(dayOfYear(t)).padStart(3, '0');
    case 'DDDo':
      return ordinal(dayOfYear(t));
    case 'DDD':
      return String(dayOfYear(t));
    case 'dddd':
      return DAYS[t.weekday] ?? '';
    case 'ddd':
      return (DAYS[t.weekday] ?? '').slice(0, 3);
    case 'dd':
      return (DAYS[t.weekday] ?? '').slice(0, 2);
    case 'do':
      return ordinal(t.weekday);
    case 'd':
    case 'e':
      return String(t.weekday);
    case 'E':
      return String(t.weekday || 7);
    case 'W':
      return String(isoWeek(t).week);
    case 'WW':
      return two(isoWeek(t).week);
    case 'Wo':
      return ordinal(isoWeek(t).week);
    case 'GGGG':
      return String(isoWeek(t).year);
    case 'w':
      return String(week(t).week);
    case 'ww':
      return two(week(t).week);
    case 'wo':
      return ordinal(week(t).week);
    case 'gggg':
      return String(week(t).year);
    default:
      return clockPart(token, t, ms, zone);
  }
}

function clockPart(token: string, t: ZonedTime, ms: number, zone: string): string {
  const twelve = t.hour % 12 || 12;
  switch (token) {
    case 'HH':
      return two(t.hour);
    case 'H':
      return String(t.hour);
    case 'hh':
      return two(twelve);
    case 'h':
      return String(twelve);
    case 'kk':
      return two(t.hour || 24);
    case 'k':
      return String(t.hour || 24);
    case 'mm':
      return two(t.minute);
    case 'm':
      return String(t.minute);
    case 'ss':
      return two(t.second);
    case 's':
      return String(t.second);
    case 'A':
      return t.hour < 12 ? 'AM' : 'PM';
    case 'a':
      return t.hour < 12 ? 'am' : 'pm';
    case 'Z':
      return offsetText(t.offset, ':');
    case 'ZZ':
      return offsetText(t.offset, '');
    case 'z':
    case 'zz':
      return zoneName(ms, zone);
    case 'X':
      return String(Math.floor(ms / 1000));
    case 'x':
      return String(ms);
    default:
      return `${String(t.ms).padStart(3, '0')}000000`.slice(0, token.length);
  }
}

function ordinal(n: number): string {
  const tens = Math.floor((n % 100) / 10);
  return n + (tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th'));
}

function dayOfYear(t: ZonedTime): number {
  return (Date.UTC(t.year, t.month - 1, t.day) - Date.UTC(t.year, 0, 1)) / 86_400_000 + 1;
}

/** Weeks start on Monday; the first holds the year's first Thursday. */
function isoWeek(t: ZonedTime): { week: number; year: number } {
  return weekOf(t, (t.weekday + 6) % 7, 3);
}

/** Weeks start on Sunday; the first holds January 1st. */
function week(t: ZonedTime): { week: number; year: number } {
  return weekOf(t, t.weekday, 6);
}

function weekOf(
  t: ZonedTime,
  dayInWeek: number,
  decidingDay: number,
): { week: number; year: number } {
  const deciding = new Date(Date.UTC(t.year, t.month - 1, t.day - dayInWeek + decidingDay));
  const year = deciding.getUTCFullYear();
  const days = (deciding.getTime() - Date.UTC(year, 0, 1)) / 86_400_000;
  return { week: Math.floor(days / 7) + 1, year };
}

function offsetText(minutes: number, colon: string): string {
  const size = Math.abs(minutes);
  return (minutes < 0 ? '-' : '+') + two(Math.floor(size / 60)) + colon + two(size % 60);
}

function zoneName(ms: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'short',
  }).formatToParts(ms);
  return parts.find((p) => p.type === 'timeZoneName')?.value ?? '';
}

/** What stands in a time picker: words for relative ranges, two times otherwise. */
export function formatTimeRange(range: TimeRange, timeZone: string): string {
  if (isRelative(range.raw.from) || isRelative(range.raw.to)) {
    const words = describeRange(range.raw);
    if (isRelative(range.raw.from) && isRelative(range.raw.to)) return words;
  }
  return `${formatTime(range.from, 'full', timeZone)} to ${formatTime(range.to, 'full', timeZone)}`;
}
