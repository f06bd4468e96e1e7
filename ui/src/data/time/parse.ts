/** Absolute times as URLs, files and people write them. */
import { instantOf } from './zone';

const DATE =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T ](\d{1,2})(?::?(\d{2}))?(?::?(\d{2})(?:[.,](\d+))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})?(\d{2})?)?(Z)?$/;

/**
 * Milliseconds since the epoch, an ISO date, or `20240131T235959`; without an offset in `timeZone`.
 */
export function parseDate(text: string, timeZone: string): number | undefined {
  const compact = COMPACT.exec(text);
  if (compact) {
    const [, year, month, day, hour, minute, second, z] = compact;
    return build(z, timeZone, [year, month, day, hour, minute, second]);
  }
  if (/^-?\d+$/.test(text)) return Number(text);
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const ms = fraction ? Math.floor(Number(`0.${fraction}`) * 1000) : 0;
  const instant = build(zone, timeZone, [year, month, day, hour, minute, second]);
  return instant === undefined ? undefined : instant + ms;
}

function build(
  zone: string | undefined,
  timeZone: string,
  parts: (string | undefined)[],
): number | undefined {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((p) =>
    p ? Number(p) : undefined,
  );
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth ||
    hour > 24 ||
    minute > 59 ||
    second > 59
  )
    return undefined;
  if (!zone) return instantOf(timeZone, year, month, day, hour, minute, second);
  const offset = /([+-])(\d{2}):?(\d{2})/.exec(zone);
  const east = offset
    ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]))
    : 0;
  return instantOf('UTC', year, month, day, hour, minute - east, second);
}
