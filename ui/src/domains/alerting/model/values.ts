/** The values of a series, as they are shown. Pure. */
import type { AlertInstance } from '../../../sdk/alertStates';

export interface NamedValue {
  /** A refId; empty where the server sent a single number. */
  name: string;
  value: string;
}

export function valuesOf({
  values = {},
  value = '',
}: Pick<AlertInstance, 'values' | 'value'>): NamedValue[] {
  const named = Object.entries(values).sort(([a], [b]) => a.localeCompare(b));
  if (named.length > 0) return named.map(([name, each]) => ({ name, value: shortNumber(each) }));
  return value ? [{ name: '', value: shortNumber(value) }] : [];
}

/** Six digits say enough. */
export function shortNumber(value: number | string): string {
  const number = Number(value);
  return value !== '' && Number.isFinite(number)
    ? String(Number(number.toPrecision(6)))
    : String(value);
}
