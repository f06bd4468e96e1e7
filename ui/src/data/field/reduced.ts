/** The values that stat, gauge, bar gauge and pie show: one a calculation, or one a row. */
import type { DisplayValue, Field, Frame } from '../frame';
import { reduceFieldAny, reducers } from '../reduce';
import { fieldDisplayName } from './names';
import { patternOf } from './pattern';

export interface ReduceOptions {
  calcs?: string[];
  values?: boolean;
  /** Most rows shown where every row is a value of its own; 25 without it. */
  limit?: number | null;
  /** Empty for numbers, `/expression/` or a name. */
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

const DEFAULT_CALC = 'lastNotNull';
const DEFAULT_LIMIT = 25;

export function reduceForDisplay(frames: readonly Frame[], options: ReduceOptions = {}): ReducedValue[] {
  const rowLimit = options.limit && options.limit > 0 ? options.limit : DEFAULT_LIMIT;
  const limit = options.values ? rowLimit : Infinity;
  const chosen = chooser(options.fields ?? '');
  const out: ReducedValue[] = [];
  for (const frame of frames) {
    const fields = frame.fields.filter((field) => chosen(field, frame, frames));
    if (options.values) rows(frame, frames, fields, limit, out);
    else for (const field of fields) calculations(field, frame, frames, options.calcs, out);
    if (out.length >= limit) break;
  }
  return out.slice(0, limit);
}

function chooser(fields: string): (field: Field, frame: Frame, frames: readonly Frame[]) => boolean {
  const visible = (field: Field): boolean =>
    (field.config.custom?.['hideFrom'] as { viz?: boolean } | undefined)?.viz !== true;
  if (fields === '') return (field) => field.type === 'number' && visible(field);
  const pattern = fields.startsWith('/') ? patternOf(fields) : undefined;
  return (field, frame, frames) => {
    const name = fieldDisplayName(field, frame, frames);
    return visible(field) && (pattern ? pattern.test(name) : name === fields || field.name === fields);
  };
}

function shown(field: Field, value: unknown): DisplayValue {
  return (
    field.display?.(value) ?? { text: String(value ?? ''), numeric: typeof value === 'number' ? value : NaN }
  );
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
  for (const calc of ids) {
    const value = shown(field, reduceFieldAny(field, calc));
    const name =
      ids.length > 1 ? `${base} (${reducers.find((reducer) => reducer.id === calc)?.name ?? calc})` : base;
    out.push({ field, frame, calc, name, value, numeric: value.numeric });
  }
}

function rows(
  frame: Frame,
  frames: readonly Frame[],
  fields: Field[],
  limit: number,
  out: ReducedValue[],
): void {
  const label = frame.fields.find((field) => field.type === 'string');
  const several = frame.fields.filter((field) => field.type === 'number').length > 1;
  for (const field of fields) {
    const base = fieldDisplayName(field, frame, frames);
    for (let rowIndex = 0; rowIndex < field.values.length && out.length < limit; rowIndex += 1) {
      const value = shown(field, field.values[rowIndex]);
      const rowName = label && label !== field ? String(label.values[rowIndex] ?? '') : '';
      const name = rowName && several ? `${rowName} ${base}` : rowName || base;
      out.push({ field, frame, rowIndex, name, value, numeric: value.numeric });
    }
  }
}
