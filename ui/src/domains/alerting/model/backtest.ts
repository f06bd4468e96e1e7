/** Which times of the past a rule can be tried over at once. Pure. */
import { secondsOf } from './times';

const HOUR = 3_600_000;
/** The server makes no more at once. */
const MOST_EVALUATIONS = 1500;

const SPANS = [
  { value: HOUR, label: 'Last hour' },
  { value: 3 * HOUR, label: 'Last 3 hours' },
  { value: 6 * HOUR, label: 'Last 6 hours' },
  { value: 24 * HOUR, label: 'Last 24 hours' },
  { value: 7 * 24 * HOUR, label: 'Last 7 days' },
];

export interface Span {
  /** Milliseconds. */
  value: number;
  label: string;
  disabled: boolean;
}

/** The times on offer; those with more evaluations than the server makes are not to be chosen. */
export function spansOf(interval: string): Span[] {
  const seconds = secondsOf(interval);
  return SPANS.map(({ value, label }) => {
    const isTooLong = seconds > 0 && value / 1000 / seconds + 1 > MOST_EVALUATIONS;
    return {
      value,
      label: isTooLong ? `${label} (too long for a ${interval} interval)` : label,
      disabled: isTooLong,
    };
  });
}

/** `wanted`, or the longest before it that can be chosen. */
export function spanWithin(spans: readonly Span[], wanted: number): number {
  return spans.findLast(({ value, disabled }) => !disabled && value <= wanted)?.value ?? HOUR;
}
