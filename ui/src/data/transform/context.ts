/** What transformations share: their signature, and reading options that may lack anything. */
import type { Field, FieldConfig, FieldType, Frame, Labels } from '../frame';
import { fieldDisplayName } from '../field/names';

export interface TransformContext {
  /** IANA name. */
  timeZone: string;
  interpolate(text: string): string;
}

export type Options = Readonly<Record<string, unknown>>;

/**
 * One kind of transformation; `options` are as stored and may lack anything. Frames given are not
 * changed.
 */
export type Transform = (frames: Frame[], options: Options, ctx: TransformContext) => Frame[];

export function optionsOf(value: unknown): Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Options)
    : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item): item is string => typeof item === 'string');
}

export function textOption(value: unknown, fallback = ''): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** Numbers, also written as text. */
export function numberOption(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean')
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function makeField(
  name: string,
  type: FieldType,
  values: unknown[],
  config: FieldConfig = {},
  labels?: Labels,
): Field {
  const field: Field = { name, type, values, config };
  if (labels && Object.keys(labels).length > 0) field.labels = labels;
  return field;
}

export function makeFrame(fields: Field[], like: Partial<Frame> = {}): Frame {
  const frame: Frame = { fields, length: fields[0]?.values.length ?? 0 };
  if (like.refId !== undefined) frame.refId = like.refId;
  if (like.name !== undefined) frame.name = like.name;
  if (like.meta !== undefined) frame.meta = like.meta;
  return frame;
}

/** The rows of a frame in another order, or fewer of them. */
export function pickRows(frame: Frame, rows: readonly number[]): Frame {
  const fields = frame.fields.map((field) => ({
    ...field,
    values: rows.map((row) => field.values[row]),
  }));
  return { ...frame, fields, length: rows.length };
}

/** A field as it stands, without what belonged to its former frame. */
export function copyField(field: Field, changes: Partial<Field> = {}): Field {
  const copy = { ...field, ...changes };
  if (!('displayName' in changes)) delete copy.displayName;
  return copy;
}

export function timeFieldOf(frame: Frame): Field | undefined {
  return frame.fields.find((field) => field.type === 'time');
}

/** The field that is shown or stored under a name. */
export function findField(frame: Frame, frames: readonly Frame[], name: string): Field | undefined {
  return (
    frame.fields.find((field) => fieldDisplayName(field, frame, frames) === name) ??
    frame.fields.find((field) => field.name === name)
  );
}

/** The type that fits the values: what the first present one is. */
export function typeOfValues(values: readonly unknown[]): FieldType {
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'number') return 'number';
    if (typeof value === 'boolean') return 'boolean';
    return typeof value === 'string' ? 'string' : 'other';
  }
  return 'other';
}

/** Smaller first, missing values at the start; texts by their letters, numbers in them by size. */
export function compareValues(a: unknown, b: unknown): number {
  const missingA = a === null || a === undefined;
  const missingB = b === null || b === undefined;
  if (missingA || missingB) return missingA === missingB ? 0 : missingA ? -1 : 1;
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b));
  const left = Number(a);
  const right = Number(b);
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number.isNaN(left) === Number.isNaN(right) ? 0 : Number.isNaN(left) ? -1 : 1;
  return left - right;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
