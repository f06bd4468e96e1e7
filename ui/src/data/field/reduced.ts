/** The values that stat, gauge, bar gauge and pie show: one a calculation, or one a row. */
import type { DisplayValue, Field, Frame } from '../frame';
import { reduceFieldAny, reducers } from '../reduce';
import { calculatedDisplay, shownValue } from './calculated';
import { fieldDisplayName } from './names';
import { patternOf } from './pattern';

export interface ReduceOptions {
  calcs?: string[];
  values?: boolean;
  /** Most rows shown where every row is a value of its own; 25 without it. */
  limit?: number | null;
  /** Empty for numbers, else `/expression/` or a whole name; names are those shown. */
  fields?: string;
}

export interface ReducedValue {
  field: Field;
  frame: Frame;
  rowIndex?: number;
  /** The calculation, where the value is not of a row. */
  calc?: string;
  name: string;
  value: DisplayValue;
  numeric: number;
}

const DEFAULT_CALC = 'last';
const DEFAULT_LIMIT = 25;

export function reduceForDisplay(
  frames: readonly Frame[],
  options: ReduceOptions = {},
): ReducedValue[] {
  const rowLimit = options.limit && options.limit > 0 ? options.limit : DEFAULT_LIMIT;
  const limit = options.values ? rowLimit : Infinity;
  const chosen = chooser(options.fields ?? '');
  const out: ReducedValue[] = [];
  for (const frame of frames) {
    const fields = frame.fields.filter((field) => chosen(field, frame, frames));
    if (options.values) rows(frame, fields, limit, out);
    else for (const field of fields) calculations(field, frame, frames, options.calcs, out);
    if (out.length >= limit) break;
  }
  return out.slice(0, limit);
}

function chooser(
  fields: string,
): (field: Field, frame: Frame, frames: readonly Frame[]) => boolean {
  const visible = (field: Field): boolean =>
    (field.config.custom?.['hideFrom'] as { viz?: boolean } | undefined)?.viz !== true;
  if (fields === '') return (field) => field.type === 'number' && visible(field);
  const pattern = patternOf(fields);
  return (field, frame, frames) =>
    visible(field) && pattern.test(fieldDisplayName(field, frame, frames));
}

function calculations(
  field: Field,
  frame: Frame,
  frames: readonly Frame[],
  calcs: string[] | undefined,
  out: ReducedValue[],
): void {
  const ids = calcs && calcs.length > 0 ? calcs : [DEFAULT_CALC];
  const base = fieldDisplayName(field, frame, frames);
  const isNamed = base.includes('__calc');
  for (const calc of ids) {
    const value = calculatedDisplay(field, reduceFieldAny(field, calc), calc);
    const name = isNamed
      ? base.replace(/\$\{__calc\}|\$__calc\b/g, calc)
      : ids.length > 1
        ? `${base} (${reducers.find((reducer) => reducer.id === calc)?.name ?? calc})`
        : base;
    out.push({ field, frame, calc, name, value, numeric: value.numeric });
  }
}

function rows(frame: Frame, fields: Field[], limit: number, out: ReducedValue[]): void {
  for (const field of fields) {
    const named = rowNames(field, frame);
    for (let rowIndex = 0; rowIndex < field.values.length && out.length < limit; rowIndex += 1) {
      const name = named(rowIndex);
      const own = shownValue(field, field.values[rowIndex]);
      const color = field.rowLook ? field.rowLook.color(name, out.length, own.color) : own.color;
      const value = color === undefined ? own : { ...own, color };
      out.push({ field, frame, rowIndex, name, value, numeric: value.numeric });
    }
  }
}

/**
 * The texts beside a value name it; the field's own name is added where they do not tell it from
 * another number.
 */
function rowNames(field: Field, frame: Frame): (row: number) => string {
  const base = fieldDisplayName(field, frame);
  if (field.rowLook?.name) return field.rowLook.name;
  const others = frame.fields.filter((other) => other !== field);
  const texts = others.filter((other) => other.type === 'string');
  const isOneOfSeveral = others.some((other) => other.type === 'number');
  return (row) => {
    const parts = texts
      .map((other) => shownValue(other, other.values[row] ?? '').text)
      .filter(Boolean);
    return (isOneOfSeveral || parts.length === 0 ? [...parts, base] : parts).join(' ');
  };
}
