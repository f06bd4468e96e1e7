/** The value of a variable as texts are filled with it. */
import type { AdHocFilter, VariableModel } from '../dashboard';

export const ALL_VALUE = '$__all';
export const ALL_TEXT = 'All';

export interface VariableValue {
  text: string | string[];
  value: string | string[];
  /** Used as it is, never escaped, where All is selected. */
  allValue?: string;
  /** Every option's value; what All stands for where there is no `allValue`. */
  options?: string[];
  multi?: boolean;
  includeAll?: boolean;
  /** Values of `${name.field}`. */
  fields?: Record<string, string>;
  filters?: AdHocFilter[];
  /** The value is text made for its place (a query string), and no format is applied to it. */
  verbatim?: boolean;
  skipUrlSync?: boolean;
}

/** What is selected now: one text, or several. */
export function selectedValue(variable: VariableModel): string | string[] {
  const value: unknown =
    variable.current && 'value' in variable.current ? variable.current.value : undefined;
  if (Array.isArray(value)) return value.map(String);
  if (value !== undefined && value !== null) return String(value);
  return typeof variable.query === 'string' &&
    (variable.type === 'constant' || variable.type === 'textbox')
    ? variable.query
    : '';
}

/**
 * The stored variable with its current selection; options other than All become what All expands
 * to.
 */
export function variableValue(variable: VariableModel): VariableValue {
  const value = selectedValue(variable);
  const text: unknown =
    variable.current && 'text' in variable.current ? variable.current.text : undefined;
  const result: VariableValue = {
    value,
    text: Array.isArray(text)
      ? text.map(String)
      : text === undefined || text === null
        ? value
        : String(text),
  };
  if (variable.multi) result.multi = true;
  if (variable.includeAll) result.includeAll = true;
  if (variable.allValue) result.allValue = variable.allValue;
  if (variable.skipUrlSync) result.skipUrlSync = true;
  if (variable.filters) result.filters = variable.filters;
  result.options = (variable.options ?? [])
    .flatMap((option) => option.value)
    .filter((option) => option !== ALL_VALUE);
  return result;
}

export function isAll(value: string | string[]): boolean {
  return Array.isArray(value) ? value.includes(ALL_VALUE) : value === ALL_VALUE;
}
