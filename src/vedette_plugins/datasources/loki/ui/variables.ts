/**
 * Variable queries: `label_names()`, `label_values(label)`, `label_values({selector}, label)`, or
 * as newer editors store them.
 */
import type { VariableLookUp } from '@vedette/sdk';

interface Stored {
  type?: number | string;
  label?: string;
  stream?: string;
}

export type LokiLookUp = { kind: 'names' } | { kind: 'values'; label: string; selector?: string };

export function parseLookUp(query: unknown): LokiLookUp | undefined {
  if (typeof query === 'object' && query !== null) {
    const { label, stream } = query as Stored;
    return label ? { kind: 'values', label, selector: stream || undefined } : { kind: 'names' };
  }
  const text = typeof query === 'string' ? query.trim() : '';
  if (/^label_names\(\s*\)$/.test(text)) return { kind: 'names' };
  const values = /^label_values\((?:([\s\S]*\})\s*,)?\s*([a-zA-Z_]\w*)\s*\)$/.exec(text);
  return values?.[2]
    ? { kind: 'values', label: values[2], selector: values[1]?.trim() }
    : undefined;
}

export async function findValues({
  query,
  range,
  ask,
}: VariableLookUp): Promise<{ text: string }[]> {
  const lookUp = parseLookUp(query);
  if (!lookUp)
    throw new Error('Use label_names(), label_values(label) or label_values({selector}, label).');
  const time = { start: range.from * 1_000_000, end: range.to * 1_000_000 };
  const path =
    lookUp.kind === 'names' ? 'labels' : `label/${encodeURIComponent(lookUp.label)}/values`;
  const selector = lookUp.kind === 'values' ? lookUp.selector : undefined;
  const { data = [] } = await ask<{ data?: string[] }>(path, { ...time, query: selector });
  return data.map((text) => ({ text }));
}
