/** Columns as another type. */
import { fieldDisplayName } from '../field/names';
import { formatTime } from '../time/format';
import { parseDate } from '../time/parse';
import { parsePattern } from '../time/parse-pattern';
import type { Field, FieldType } from '../frame';
import {
  copyField,
  listOf,
  optionsOf,
  textOption,
  textsOf,
  type Options,
  type Transform,
} from './context';

export const convertFieldType: Transform = (frames, options, ctx) => {
  const conversions = listOf(options['conversions']).map(optionsOf);
  return frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => {
      const name = fieldDisplayName(field, frame, frames);
      return conversions
        .filter(({ targetField }) => targetField === name || targetField === field.name)
        .reduce((current, conversion) => converted(current, conversion, ctx.timeZone), field);
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
      return typed(field, 'boolean', Boolean);
    case 'string':
      return field.type === 'time'
        ? typed(field, 'string', (value) =>
            timeText(value, pattern, textOption(conversion['timezone'], timeZone)),
          )
        : typed(field, 'string', (value) => asText(value, joinWith));
    case 'time':
      return typed(field, 'time', (value) => asTime(value, pattern, timeZone));
    case 'enum':
      return asStates(field, textsOf(optionsOf(conversion['enumConfig'])['text']));
    case 'other':
      return typed(field, 'other', asObject);
    default:
      return field;
  }
}

const typed = (field: Field, type: FieldType, convert: (value: unknown) => unknown): Field =>
  copyField(field, { type, values: field.values.map(convert) });

/**
 * Separators of thousands are dropped; what is no number becomes null, and what is missing or empty
 * 0.
 */
function asNumber(value: unknown): number | null {
  if (value === null || value === undefined) return 0;
  const number =
    typeof value === 'string' ? Number(value.replaceAll(',', '').trim()) : Number(value);
  return Number.isNaN(number) ? null : number;
}

const ISO = 'YYYY-MM-DDTHH:mm:ssZ';

function timeText(value: unknown, pattern: string, timeZone: string): string | null {
  return value === null || value === undefined
    ? null
    : formatTime(Number(value), pattern || ISO, timeZone);
}

/** Positions in the list of states; without a list the column stays as it is. */
function asStates(field: Field, states: string[]): Field {
  if (states.length === 0) return field;
  const positions = new Map(states.map((state, index) => [state, index]));
  const values = field.values.map((value) => positions.get(String(value)) ?? null);
  return copyField(field, {
    type: 'enum',
    values,
    config: { ...field.config, type: { enum: { text: states } } },
  });
}

function asText(value: unknown, joinWith: string | undefined): string | null {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value) && joinWith !== undefined) return value.join(joinWith);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Numbers are milliseconds; texts follow the pattern, or are ISO dates. */
function asTime(value: unknown, pattern: string, timeZone: string): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return value;
  const text = String(value);
  return (
    (pattern ? parsePattern(text, pattern, timeZone) : undefined) ??
    parseDate(text, timeZone) ??
    null
  );
}

/** Texts are read as JSON; what cannot be read is missing. */
function asObject(value: unknown): unknown {
  if (typeof value !== 'string') return Number.isNaN(value) ? null : value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}
