/** Instants in milliseconds as dates. */
import { formatTime } from '../time/format';
import { resolveTimeZone, zonedTime } from '../time/zone';
import type { Formatter } from './formatter';

/** `today` replaces `pattern` for instants of the current day. */
export function dateWith(pattern: string, today?: string): Formatter {
  return (value, _decimals, timeZone) => {
    const zone = resolveTimeZone(timeZone);
    const short = today !== undefined && sameDay(value, Date.now(), zone);
    return { text: formatTime(value, short ? today : pattern, zone) };
  };
}

function sameDay(a: number, b: number, zone: string): boolean {
  if (Math.abs(a - b) > 90_000_000) return false;
  return zonedTime(a, zone).day === zonedTime(b, zone).day;
}

function local(withDate: boolean): Intl.DateTimeFormatOptions {
  const date: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
  return { ...(withDate ? date : {}), hour: '2-digit', minute: '2-digit', second: '2-digit' };
}

function dateAsLocal(withoutToday: boolean): Formatter {
  return (value, _decimals, timeZone) => {
    if (!Number.isFinite(value) || Math.abs(value) > 8.64e15) return { text: 'Invalid date' };
    const zone = resolveTimeZone(timeZone);
    const short = withoutToday && sameDay(value, Date.now(), zone);
    return {
      text: new Intl.DateTimeFormat(undefined, { ...local(!short), timeZone: zone }).format(value),
    };
  };
}

/** `[seconds below which it holds, divisor, words]` */
const DISTANCES: readonly (readonly [number, number, string])[] = [
  [45, 1, 'a few seconds'],
  [90, 60, 'a minute'],
  [45 * 60, 60, '% minutes'],
  [90 * 60, 3600, 'an hour'],
  [22 * 3600, 3600, '% hours'],
  [36 * 3600, 86_400, 'a day'],
  [26 * 86_400, 86_400, '% days'],
  [46 * 86_400, 2_629_746, 'a month'],
  [320 * 86_400, 2_629_746, '% months'],
  [548 * 86_400, 31_556_952, 'a year'],
  [Infinity, 31_556_952, '% years'],
];

function fromNow(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) > 8.64e15) return 'Invalid date';
  const seconds = (value - Date.now()) / 1000;
  const size = Math.abs(seconds);
  const [, divisor, phrase] = DISTANCES.find(([below]) => size < below) ?? [0, 1, ''];
  const text = phrase.replace('%', String(Math.max(2, Math.round(size / divisor))));
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}

export const dateFormatters: Record<string, Formatter> = {
  dateTimeAsIso: dateWith('YYYY-MM-DD HH:mm:ss'),
  dateTimeAsIsoNoDateIfToday: dateWith('YYYY-MM-DD HH:mm:ss', 'HH:mm:ss'),
  dateTimeAsUS: dateWith('MM/DD/YYYY h:mm:ss a'),
  dateTimeAsUSNoDateIfToday: dateWith('MM/DD/YYYY h:mm:ss a', 'h:mm:ss a'),
  dateTimeAsLocal: dateAsLocal(false),
  dateTimeAsLocalNoDateIfToday: dateAsLocal(true),
  dateTimeAsSystem: dateWith('YYYY-MM-DD HH:mm:ss'),
  dateTimeFromNow: (value) => ({ text: fromNow(value) }),
};
