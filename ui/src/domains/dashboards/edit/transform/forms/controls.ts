/** Forms as data: most transformations need nothing but simple controls. */
import { reducers, type FieldType, type Frame } from '../../../../../data';
import { valueAt, withValue, type Path } from '../../model/withValue';

export type Options = Record<string, unknown>;
export type Choice = readonly [value: string, label: string];

interface Base {
  /** Where the value is stored. */
  path: Path;
  label: string;
  hint?: string;
  /** Shown only if this holds for the options (in a list: for the item). */
  when?: (options: Options) => boolean;
  /** Replaces storing the value at `path`. */
  store?: (options: Options, value: unknown) => Options;
}

export type Control =
  | (Base & { kind: 'text'; placeholder?: string; mono?: boolean })
  /** Text with commas between the items. */
  | (Base & { kind: 'texts'; placeholder?: string })
  /** A number or a variable. */
  | (Base & { kind: 'number'; placeholder?: string })
  | (Base & { kind: 'switch'; fallback?: boolean | ((options: Options) => boolean) })
  /** The first choice is the default. */
  | (Base & { kind: 'choice'; choices: readonly Choice[] })
  | (Base & { kind: 'field'; types?: readonly FieldType[]; placeholder?: string })
  /** A field or a number. */
  | (Base & { kind: 'operand' })
  | (Base & { kind: 'fields'; types?: readonly FieldType[]; placeholder?: string })
  | (Base & { kind: 'label'; placeholder?: string })
  | (Base & { kind: 'labels'; placeholder?: string })
  | (Base & { kind: 'reducer'; fallback: string })
  | (Base & { kind: 'reducers' })
  | (Base & { kind: 'query'; placeholder?: string })
  /** Queries as the expression that matches their refIds. */
  | (Base & { kind: 'queries'; placeholder?: string })
  | (Base & { kind: 'list'; item: string; fresh: Options; controls: readonly Control[] })
  /** Controls in one row, under one name; paths are those of the options. */
  | (Base & { kind: 'group'; controls: readonly Control[] });

export interface FormSpec {
  /** Options of a new step. */
  fresh?: Options;
  controls: readonly Control[] | ((before: readonly Frame[], options: Options) => Control[]);
  summary?: (options: Options) => string;
  /** Names of fields that the options refer to; without it those of the controls. */
  names?: (options: Options) => string[];
}

export function isOptions(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const optionsAt = (options: Options, ...path: Path): Options => {
  const value = valueAt(options, path);
  return isOptions(value) ? value : {};
};
export const listAt = (options: Options, ...path: Path): Options[] => {
  const value = valueAt(options, path);
  return Array.isArray(value) ? value.filter(isOptions) : [];
};
export const textAt = (options: Options, ...path: Path): string => {
  const value = valueAt(options, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
export const textsAt = (options: Options, ...path: Path): string[] => {
  const value = valueAt(options, path);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

/** The options with the value of a control; empty values are not stored. */
export function stored(control: Control, options: Options, value: unknown): Options {
  const wanted = value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
  if (control.store) return control.store(options, wanted);
  return withValue(withList(options, control.path), control.path, wanted);
}

/** A number in the path needs a list to stand in. */
function withList(options: Options, path: Path): Options {
  const at = path.findIndex((key) => typeof key === 'number');
  const parent = path.slice(0, at);
  return at > 0 && !Array.isArray(valueAt(options, parent))
    ? withValue(options, parent, [])
    : options;
}

/** Operands are names or numbers; newer dashboards wrap either in an object. */
export function operandText(value: unknown): string {
  if (!isOptions(value))
    return typeof value === 'number' ? String(value) : textAt({ value }, 'value');
  return textAt(value, 'fixed') || textAt(value, 'matcher', 'options');
}

/** `A` is one query, `/^(?:A|B)$/` are several. */
export function queriesOf(expression: string): string[] {
  const several = /^\/\^\(\?:(.+)\)\$\/$/.exec(expression)?.[1];
  if (several === undefined) return expression ? [expression] : [];
  return several.split('|').map((text) => text.replaceAll(/\\(.)/g, '$1'));
}

export function expressionOf(queries: readonly string[]): string {
  if (queries.length < 2) return queries[0] ?? '';
  const escaped = queries.map((query) => query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `/^(?:${escaped.join('|')})$/`;
}

export const isShown = (control: Control, options: Options): boolean =>
  control.when?.(options) ?? true;

/** A condition: the text at the path is one of the values; an absent one is the empty text. */
export const is =
  (path: Path, ...values: string[]) =>
  (options: Options): boolean =>
    values.includes(textAt(options, ...path));

export const choicesOf = (...values: string[]): Choice[] => values.map((value) => [value, value]);

export const reducerName = (id: string): string =>
  reducers.find((reducer) => reducer.id === id)?.name ?? id;
