/** Variables filled into text and into whole queries. */
import {
  interpolate,
  promqlRegex,
  sqlValue,
  referencedVariables,
  type VariableValue,
} from '../data';

export type VariableValues = Readonly<Record<string, VariableValue>>;

/**
 * `promql` writes values for the quotes and regular expressions of PromQL and LogQL, `sql` as SQL
 * takes them; the others are format names.
 */
export type FillFormat = 'promql' | 'sql' | 'text' | 'uriencode' | 'glob' | 'raw' | 'regex';

export function fillText(
  text: string,
  values: VariableValues,
  format?: FillFormat | (string & {}),
  scope?: Record<string, string>,
): string {
  if (format === 'promql') return interpolate(text, values, { format: promqlRegex, scope });
  if (format === 'sql') return interpolate(text, values, { format: sqlValue, scope });
  return interpolate(text, values, { format, scope });
}

/** Every text in a query, however deep. */
export function fillObject<T>(value: T, values: VariableValues): T {
  if (typeof value === 'string') return fillText(value, values) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillObject(item, values)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillObject(item as unknown, values)]),
  ) as T;
}

/** Names of variables a text uses. */
export function namesIn(text: string): string[] {
  return referencedVariables(text);
}
