/** How far a series moved between its first and its last value. */
import type { Field } from '@vedette/sdk';

export interface Change {
  /** Parts of the first value: 0.1 is ten percent more. */
  share: number;
  direction: 'up' | 'down' | 'flat';
  text: string;
}

/** `undefined` where there are fewer than two numbers, or nothing to compare with. */
export function percentChange(field: Field): Change | undefined {
  const isNumber = (value: unknown): value is number =>
    typeof value === 'number' && Number.isFinite(value);
  const first = field.values.find(isNumber);
  const last = field.values.findLast(isNumber);
  if (first === undefined || last === undefined || field.values.length < 2) return undefined;
  if (first === 0 && last !== 0) return undefined;
  const share = first === 0 ? 0 : (last - first) / Math.abs(first);
  const percent = Math.abs(share) * 100;
  const text = `${percent.toLocaleString('en', { maximumSignificantDigits: percent >= 100 ? 3 : 2 })}%`;
  return { share, direction: percent < 0.005 ? 'flat' : share > 0 ? 'up' : 'down', text };
}

export type ChangeColorMode = 'standard' | 'inverted' | 'same_as_value';

/** The design token for a change; `undefined` takes the value's own colour. */
export function changeColor({ direction }: Change, mode: ChangeColorMode): string | undefined {
  if (mode === 'same_as_value') return undefined;
  if (direction === 'flat') return 'var(--fg-3)';
  const good = (direction === 'up') === (mode === 'standard');
  return good ? 'var(--ok)' : 'var(--crit)';
}
