import { parseDuration } from '@vedette/sdk';
import type { LinkedSpan } from './span';

const LEAST_MS = 1000;

/** The time of a span, moved by the shifts; at least a second long, and never backwards. */
export function spanRange(
  { start, duration }: LinkedSpan,
  startShift: string,
  endShift: string,
): { from: string; to: string } {
  const from = Math.floor(start + shift(startShift));
  const to = Math.max(Math.ceil(start + duration + shift(endShift)), from + LEAST_MS);
  return { from: String(from), to: String(to) };
}

/** Milliseconds of `5m` or `-1h`; none where the text is no duration. */
export function shift(text: string): number {
  const trimmed = text.trim();
  const length = parseDuration(trimmed.replace(/^[-+]/, '')) || 0;
  return trimmed.startsWith('-') ? -length : length;
}
