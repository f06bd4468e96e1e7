/** Values with their unit, as text in up to three parts. */
import { fixed } from './number';
import { unitFormatter } from './units';

export interface FormattedValue {
  text: string;
  prefix?: string;
  suffix?: string;
}

/** A formatter of one unit; `timeZone` matters to date units only. */
export type Formatter = (value: number, decimals?: number | null, timeZone?: string) => FormattedValue;

const cache = new Map<string, Formatter>();

/** `null` and `undefined` give an empty text; infinities and NaN stand without a unit; an unknown unit is shown behind the number. */
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
