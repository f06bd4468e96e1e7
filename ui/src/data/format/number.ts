/** Numbers as text: how many decimals a magnitude gets, and nothing about units. */

/** Decimals that leave three significant digits; whole numbers get none. */
export function autoDecimals(value: number): number {
  if (value % 1 === 0 || !Number.isFinite(value)) return 0;
  const exponent = Math.floor(Math.log(Math.abs(value)) / Math.LN10);
  return Math.max(0, 2 - exponent);
}

/**
 * Trailing zeros are kept up to `decimals`; very small and very large numbers stay in exponent
 * form.
 */
export function fixed(value: number, decimals?: number | null): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const digits = Math.min(Math.max(0, Math.trunc(decimals ?? autoDecimals(value))), 100);
  if (value === 0) return (0).toFixed(digits);
  const factor = 10 ** digits;
  const text = String(Math.round(value * factor) / factor);
  if (text.includes('e')) return text;
  const point = text.indexOf('.');
  const present = point < 0 ? 0 : text.length - point - 1;
  if (present >= digits) return text;
  return (point < 0 ? `${text}.` : text) + '0'.repeat(digits - present);
}
