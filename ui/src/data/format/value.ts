/** Values with their unit, as text in up to three parts. */
import type { FormattedValue, Formatter } from './formatter';
import { fixed } from './number';
import { unitFormatter } from './units';

export type { FormattedValue, Formatter };

const cache = new Map<string, Formatter>();

/**
 * `null` and `undefined` give an empty text; infinities and NaN stand without a unit; an unknown
 * unit is shown behind the number.
 */
export function formatValue(
  value: number | null | undefined,
  unit?: string,
  decimals?: number | null,
  timeZone?: string,
): FormattedValue {
  if (value === null || value === undefined) return { text: '' };
  if (!unit || !Number.isFinite(value)) return { text: fixed(value, decimals) };
  let formatter = cache.get(unit);
  if (!formatter) {
    formatter = unitFormatter(unit);
    cache.set(unit, formatter);
  }
  return formatter(value, decimals, timeZone);
}

export function formatted(value: FormattedValue): string {
  return (value.prefix ?? '') + value.text + (value.suffix ?? '');
}
