/** Moving, widening and copying time ranges. */
import type { TimeRange } from '../data';

export interface RawRange {
  from: string;
  to: string;
}

const LEAST_SPAN = 1000;

const absolute = (from: number, to: number): RawRange => ({
  from: String(Math.round(from)),
  to: String(Math.round(to)),
});

/** Twice as wide around the same middle. */
export function zoomedOut({ from, to }: TimeRange): RawRange {
  const middle = (from + to) / 2;
  const span = Math.max(to - from, LEAST_SPAN);
  return absolute(middle - span, middle + span);
}

/** Half a window earlier or later; never beyond now. */
export function shifted({ from, to }: TimeRange, direction: -1 | 1, now = Date.now()): RawRange {
  const step = ((to - from) / 2) * direction;
  const over = direction > 0 ? Math.max(0, to + step - Math.max(now, to)) : 0;
  return absolute(from + step - over, to + step - over);
}

export function rangeToText(range: RawRange): string {
  return JSON.stringify({ from: range.from, to: range.to });
}
