/**
 * Steps between points: rounded to values people recognise, so that neighbouring widths share
 * cached answers.
 */
import type { TimeRange } from '../frame';
import { formatDuration, parseDuration } from './duration';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const YEAR = 365 * DAY;

/** Below the first number the step is the second: `[cut, step]`. */
const CUTS: readonly (readonly [number, number])[] = [
  [10, 1],
  [15, 10],
  [35, 20],
  [75, 50],
  [150, 100],
  [350, 200],
  [750, 500],
  [1500, SECOND],
  [3500, 2 * SECOND],
  [7500, 5 * SECOND],
  [12_500, 10 * SECOND],
  [17_500, 15 * SECOND],
  [25_000, 20 * SECOND],
  [45_000, 30 * SECOND],
  [1.5 * MINUTE, MINUTE],
  [3.5 * MINUTE, 2 * MINUTE],
  [7.5 * MINUTE, 5 * MINUTE],
  [12.5 * MINUTE, 10 * MINUTE],
  [17.5 * MINUTE, 15 * MINUTE],
  [25 * MINUTE, 20 * MINUTE],
  [45 * MINUTE, 30 * MINUTE],
  [1.5 * HOUR, HOUR],
  [2.5 * HOUR, 2 * HOUR],
  [4.5 * HOUR, 3 * HOUR],
  [9 * HOUR, 6 * HOUR],
  [DAY, 12 * HOUR],
  [WEEK, DAY],
  [3 * WEEK, WEEK],
  [6 * WEEK, 30 * DAY],
];

export function roundInterval(ms: number): number {
  for (const [cut, step] of CUTS) {
    if (ms < cut) return step;
  }
  return YEAR;
}

/**
 * `minInterval` is a duration (`15s`, `>15s`) or milliseconds; the step is never below it nor below
 * one millisecond.
 */
export function calculateInterval(
  range: Pick<TimeRange, 'from' | 'to'>,
  maxDataPoints: number,
  minInterval?: string | number | null,
): { intervalMs: number; interval: string } {
  const least = typeof minInterval === 'number' ? minInterval : parseDuration(minInterval);
  const span = Math.max(0, range.to - range.from);
  const rounded = roundInterval(span / Math.max(1, maxDataPoints || 1));
  const intervalMs = Math.max(1, rounded, Number.isFinite(least) ? least : 1);
  return { intervalMs, interval: formatDuration(intervalMs) };
}

const DEFAULT_SCRAPE = 15 * SECOND;

/** `$__rate_interval`: at least four scrapes, so that a rate always finds two samples. */
export function rateInterval(intervalMs: number, scrapeMs?: number | null): number {
  const scrape = scrapeMs && scrapeMs > 0 ? scrapeMs : DEFAULT_SCRAPE;
  return Math.max(intervalMs + scrape, 4 * scrape);
}
