/** Exact ranges a person used lately, kept in this browser. */
import type { RawRange } from './moves';

const KEY = 'vedette.recent-ranges';
const KEPT = 4;

export function recentRanges(): RawRange[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRange).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberRange({ from, to }: RawRange): void {
  const others = recentRanges().filter((range) => range.from !== from || range.to !== to);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ from, to }, ...others].slice(0, KEPT)));
  } catch {
    // Private windows may refuse storage; the list then stays empty.
  }
}

function isRange(value: unknown): value is RawRange {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to } = value as Record<string, unknown>;
  return typeof from === 'string' && typeof to === 'string';
}
