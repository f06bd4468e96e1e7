/** Relative times: `now-6h`, `now/d`, `now-1d/d`, `now-1Q/fQ`. */
import { instantOf, zonedTime } from './zone';

export type WeekStart = 'saturday' | 'sunday' | 'monday';

export interface TimeOptions {
  /** IANA name. */
  timeZone: string;
  /** Sunday where nothing is set. */
  weekStart?: WeekStart | string;
  /** 0..11: the month a fiscal year starts with. */
  fiscalYearStartMonth?: number;
  /** Milliseconds; the clock of the machine where left out. */
  now?: number;
}

const FIXED: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const UNIT = '(?:ms|fQ|fy|[smhdwMQy])';
const STEP = new RegExp(`([+-])(\\d*)(${UNIT})|/(${UNIT})`, 'y');

/**
 * Follows steps such as `-1d/d` from an instant; `roundUp` takes the end of the unit. `undefined`
 * where they are no such steps.
 */
export function applySteps(
  start: number,
  steps: string,
  roundUp: boolean,
  options: TimeOptions,
): number | undefined {
  const text = steps.replaceAll(' ', '');
  let instant = start;
  let position = 0;
  while (position < text.length) {
    STEP.lastIndex = position;
    const match = STEP.exec(text);
    if (!match) return undefined;
    const [whole, sign, count, unit, roundTo] = match;
    if (roundTo)
      instant = roundUp ? endOf(instant, roundTo, options) : startOf(instant, roundTo, options);
    else
      instant = shift(
        instant,
        (sign === '-' ? -1 : 1) * (count ? Number(count) : 1),
        unit ?? 's',
        options.timeZone,
      );
    position += whole.length;
  }
  return instant;
}

/** Hours and shorter are lengths of time; days and longer keep the wall clock. */
export function shift(instant: number, count: number, unit: string, timeZone: string): number {
  const length = FIXED[unit];
  if (length !== undefined) return instant + count * length;
  const t = zonedTime(instant, timeZone);
  if (unit === 'd' || unit === 'w') {
    const days = unit === 'w' ? 7 * count : count;
    return instantOf(timeZone, t.year, t.month, t.day + days, t.hour, t.minute, t.second, t.ms);
  }
  const months = (unit === 'M' ? 1 : unit === 'Q' || unit === 'fQ' ? 3 : 12) * count;
  const lastDay = new Date(Date.UTC(t.year, t.month + months, 0)).getUTCDate();
  return instantOf(
    timeZone,
    t.year,
    t.month + months,
    Math.min(t.day, lastDay),
    t.hour,
    t.minute,
    t.second,
    t.ms,
  );
}

const FIRST_WEEKDAY: Record<string, number> = { sunday: 0, monday: 1, saturday: 6 };

export function startOf(instant: number, unit: string, options: TimeOptions): number {
  const zone = options.timeZone;
  const t = zonedTime(instant, zone);
  const fiscal = options.fiscalYearStartMonth ?? 0;
  switch (unit) {
    case 'ms':
      return instant;
    case 's':
    case 'm':
    case 'h': {
      // Within an hour the offset does not change, so the parts are cut off; that keeps a repeated
      // hour apart.
      const below =
        t.ms + (unit === 's' ? 0 : t.second * 1000) + (unit === 'h' ? t.minute * 60_000 : 0);
      return instant - below;
    }
    case 'd':
      return instantOf(zone, t.year, t.month, t.day);
    case 'w': {
      const back = (t.weekday - (FIRST_WEEKDAY[options.weekStart ?? ''] ?? 0) + 7) % 7;
      return instantOf(zone, t.year, t.month, t.day - back);
    }
    case 'M':
      return instantOf(zone, t.year, t.month);
    case 'Q':
      return instantOf(zone, t.year, t.month - ((t.month - 1) % 3));
    case 'fQ':
      return instantOf(zone, t.year, t.month - ((t.month - 1 - fiscal + 12) % 3));
    case 'fy':
      return instantOf(zone, t.year, t.month - ((t.month - 1 - fiscal + 12) % 12));
    default:
      return instantOf(zone, t.year);
  }
}

/** The last millisecond of the unit. */
export function endOf(instant: number, unit: string, options: TimeOptions): number {
  if (unit === 'ms') return instant;
  const start = startOf(instant, unit, options);
  return shift(start, 1, unit, options.timeZone) - 1;
}
