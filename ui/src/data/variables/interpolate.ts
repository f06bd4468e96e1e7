/**
 * Variables in texts: `$name`, `${name}`, `${name:format}`, `${name.field:format}`, `[[name]]`,
 * `[[name:format]]`.
 */
import { formatVariable } from './formats';
import { ALL_TEXT, isAll, type VariableValue } from './value';

export type { VariableValue };

/** A format by name, or one that a data source brings. */
export type VariableFormat =
  string | ((value: string | string[], variable: VariableValue & { name: string }) => string);

export interface InterpolateOptions {
  /** Used where the text names none; `glob` where left out. */
  format?: VariableFormat;
  /** Values that go before the variables, by full name: `__value.raw`. */
  scope?: Readonly<Record<string, string>>;
  /** For the `date` format. */
  timeZone?: string;
}

export const VARIABLE =
  /\$\{(\w+)(?:\.([^:}]+))?(?::([^}]+))?\}|\$(\w+)|\[\[(\w+?)(?::([\w:]+))?\]\]/g;

/** All may be nested once (its `allValue` may name variables); deeper is a loop. */
const DEEPEST = 2;

/** Names that are no variables stay as they are written. */
export function interpolate(
  text: string,
  vars: Readonly<Record<string, VariableValue>>,
  options: InterpolateOptions = {},
): string {
  return text.includes('$') || text.includes('[[') ? fill(text, vars, options, 0) : text;
}

function fill(
  text: string,
  vars: Readonly<Record<string, VariableValue>>,
  options: InterpolateOptions,
  depth: number,
): string {
  return text.replace(
    VARIABLE,
    (
      whole: string,
      braced?: string,
      path?: string,
      format?: string,
      plain?: string,
      square?: string,
      squareFormat?: string,
    ) => {
      const name = braced ?? plain ?? square ?? '';
      const wanted = format ?? squareFormat;
      const scoped = scopedValue(options.scope, name, path);
      if (scoped !== undefined)
        return formatVariable(scoped, wanted ?? formatName(options.format), {
          name,
          ...zone(options),
        });
      if (!Object.hasOwn(vars, name)) return whole;
      const variable = vars[name] as VariableValue;
      if (path !== undefined) {
        const part = variable.fields?.[path];
        return part === undefined
          ? whole
          : formatVariable(part, wanted ?? formatName(options.format), { name, ...zone(options) });
      }
      if (variable.verbatim) return String(variable.value);
      return written(name, variable, wanted, vars, options, depth);
    },
  );
}

const zone = (options: InterpolateOptions): { timeZone?: string } =>
  options.timeZone ? { timeZone: options.timeZone } : {};

function formatName(format: VariableFormat | undefined): string {
  return typeof format === 'string' ? format : 'glob';
}

function scopedValue(
  scope: InterpolateOptions['scope'],
  name: string,
  path?: string,
): string | undefined {
  if (!scope) return undefined;
  const key = path === undefined ? name : `${name}.${path}`;
  return Object.hasOwn(scope, key) ? scope[key] : undefined;
}

function written(
  name: string,
  variable: VariableValue,
  wanted: string | undefined,
  vars: Readonly<Record<string, VariableValue>>,
  options: InterpolateOptions,
  depth: number,
): string {
  const all = isAll(variable.value);
  const keepsAll = wanted === 'queryparam' || wanted?.startsWith('customqueryparam');
  if (all && wanted === 'text') return ALL_TEXT;
  if (all && !keepsAll) {
    if (variable.allValue)
      return depth < DEEPEST
        ? fill(variable.allValue, vars, options, depth + 1)
        : variable.allValue;
  }
  const value = all && !keepsAll ? (variable.options ?? []) : variable.value;
  if (wanted === undefined && typeof options.format === 'function')
    return options.format(value, { ...variable, name });
  return formatVariable(value, wanted ?? formatName(options.format), {
    name,
    text: variable.text,
    ...zone(options),
  });
}

/** Names used in a text, each once; globals (`__interval`) included. */
export function referencedVariables(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(VARIABLE)) names.add(match[1] ?? match[4] ?? match[5] ?? '');
  names.delete('');
  return [...names];
}
