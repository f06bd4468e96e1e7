/** Columns as another type. */
import { fieldDisplayName } from '../field/names';
import { parseDate } from '../time/parse';
import { parsePattern } from '../time/parse-pattern';
import type { Field, FieldType } from '../frame';
import { copyField, listOf, optionsOf, textOption, type Options, type Transform } from './context';

export const convertFieldType: Transform = (frames, options, ctx) => {
  const conversions = listOf(options['conversions']).map(optionsOf);
  return frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => {
      const name = fieldDisplayName(field, frame, frames);
      const conversion = conversions.find((one) => one['targetField'] === name);
      return conversion ? converted(field, conversion, ctx.timeZone) : field;
    }),
  }));
};

function converted(field: Field, conversion: Options, timeZone: string): Field {
  const type = textOption(conversion['destinationType']);
  const pattern = textOption(conversion['dateFormat']);
  const joinWith = typeof conversion['joinWith'] === 'string' ? conversion['joinWith'] : undefined;
  switch (type) {
    case 'number':
      return typed(field, 'number', asNumber);
    case 'boolean':
      return typed(field, 'boolean', (value) => asBoolean(value));
    case 'string':
      return typed(field, 'string', (value) => asText(value, joinWith));
    case 'time':
      return typed(field, 'time', (value) => asTime(value, pattern, timeZone));
    case 'enum':
      return typed(field, 'enum', (value) => value ?? null);
    case 'other':
      return typed(field, 'other', (value) => (typeof value === 'string' ? parsed(value) : value));
    default:
      return field;
  }
}

const typed = (field: Field, type: FieldType, convert: (value: unknown) => unknown): Field =>
  copyField(field, { type, values: field.values.map(convert) });

/** Separators of thousands are dropped; what is no number becomes null. */
function asNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'string' ? Number(value.replaceAll(',', '').trim()) : Number(value);
  return Number.isNaN(number) ? null : number;
}

function asBoolean(value: unknown): boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string')
    return !['', '0', 'false', 'f', 'no', 'n', 'off'].includes(value.trim().toLowerCase());
  return Boolean(value);
}

function asText(value: unknown, joinWith: string | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && joinWith !== undefined) return value.join(joinWith);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Numbers are milliseconds; texts follow the pattern, or are ISO dates. */
function asTime(value: unknown, pattern: string, timeZone: string): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return value;
  const text = String(value);
  return (pattern ? parsePattern(text, pattern, timeZone) : undefined) ?? parseDate(text, timeZone) ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
