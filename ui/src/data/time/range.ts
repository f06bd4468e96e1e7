/** Time ranges as people write them: relative, ISO dates, milliseconds. */
import type { TimeRange } from '../frame';
import { applySteps, type TimeOptions } from './date-math';
import { parseDate } from './parse';

const FALLBACK = { from: 'now-6h', to: 'now' };

export function isRelative(text: string): boolean {
  return text.includes('now');
}

/**
 * Milliseconds, or `undefined` where the text is no time. `roundUp` is for the end of a range:
 * `now/d` is then the end of the day.
 */
export function resolveTime(
  text: string | number,
  roundUp: boolean,
  options: TimeOptions,
): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined;
  const trimmed = text.trim();
  if (trimmed.startsWith('now'))
    return applySteps(options.now ?? Date.now(), trimmed.slice(3), roundUp, options);
  const split = trimmed.indexOf('||');
  if (split < 0) return parseDate(trimmed, options.timeZone);
  const start = parseDate(trimmed.slice(0, split), options.timeZone);
  return start === undefined
    ? undefined
    : applySteps(start, trimmed.slice(split + 2), roundUp, options);
}

/**
 * An end that cannot be read becomes that of the last six hours, so that a mistyped link still
 * shows a dashboard.
 */
export function resolveTimeRange(
  raw: { from: string; to: string },
  options: TimeOptions,
): TimeRange {
  const now = options.now ?? Date.now();
  const fixed = { ...options, now };
  const from = resolveTime(raw.from, false, fixed);
  const to = resolveTime(raw.to, true, fixed);
  return {
    from: from ?? resolveTime(FALLBACK.from, false, fixed) ?? now,
    to: to ?? now,
    raw: {
      from: from === undefined ? FALLBACK.from : raw.from,
      to: to === undefined ? FALLBACK.to : raw.to,
    },
  };
}

const UNITS: Record<string, string> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  M: 'month',
  Q: 'quarter',
  y: 'year',
  fQ: 'fiscal quarter',
  fy: 'fiscal year',
};

/**
 * The length that goes with the rounding, where both are not written alike: `now-1Q/fQ` is a fiscal
 * quarter back.
 */
const LENGTHS: Record<string, string> = { fQ: 'Q', fy: 'y' };

const DAYS_BACK: Record<number, string> = {
  1: 'Yesterday',
  2: 'Day before yesterday',
  7: 'This day last week',
};

/** Ranges of one whole unit, by what is taken off `now`. */
function describeUnit(from: string, to: string): string | undefined {
  const match = /^now(?:-(\d+)(\w+))?\/(\w+)$/.exec(from);
  const name = UNITS[match?.[3] ?? ''];
  if (!match || !name) return undefined;
  const whole = from === to;
  if (!match[1]) {
    if (whole) return name === 'day' ? 'Today' : `This ${name}`;
    return to === 'now' ? (name === 'day' ? 'Today so far' : `This ${name} so far`) : undefined;
  }
  if (!whole || (match[2] !== match[3] && match[2] !== LENGTHS[match[3] ?? ''])) return undefined;
  const count = Number(match[1]);
  if (name === 'day') return DAYS_BACK[count];
  return count === 1 ? `Previous ${name}` : undefined;
}

/**
 * What a time picker shows for a relative range: `Last 6 hours`, `Today so far`, otherwise `from to
 * to`.
 */
export function describeRange(raw: { from: string; to: string }): string {
  const last = /^now-(\d+)(fQ|fy|[smhdwMQy])(?:\/\w+)?$/.exec(raw.from);
  if (last && raw.to === 'now') {
    const count = Number(last[1]);
    const name = UNITS[last[2] ?? ''] ?? '';
    return `Last ${count} ${name}${count === 1 ? '' : 's'}`;
  }
  const next = /^now\+(\d+)(fQ|fy|[smhdwMQy])$/.exec(raw.to);
  if (next && raw.from === 'now') {
    const count = Number(next[1]);
    return `Next ${count} ${UNITS[next[2] ?? ''] ?? ''}${count === 1 ? '' : 's'}`;
  }
  return describeUnit(raw.from, raw.to) ?? `${raw.from} to ${raw.to}`;
}
