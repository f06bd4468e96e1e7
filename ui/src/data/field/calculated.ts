/** Values calculated from a field, as the field shows its own. */
import { formatValue } from '../format/value';
import type { DisplayValue, Field } from '../frame';

export function shownValue(field: Field, value: unknown): DisplayValue {
  return (
    field.display?.(value) ?? {
      text: String(value ?? ''),
      numeric: typeof value === 'number' ? value : NaN,
    }
  );
}

/** A difference in percent is a share, whatever the unit of the field is. */
export function calculatedDisplay(field: Field, value: unknown, calc: string): DisplayValue {
  const display = shownValue(field, value);
  if (calc !== 'diffperc' || typeof value !== 'number') return display;
  const { prefix: _prefix, suffix: _suffix, ...rest } = display;
  return { ...rest, ...formatValue(value, 'percentunit', field.config.decimals) };
}
