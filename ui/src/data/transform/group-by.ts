/** Rows with equal values become one; other columns are calculated over them. */
import { fieldDisplayName } from '../field/names';
import type { Field, FieldType, Frame } from '../frame';
import { reduceFieldAny } from '../reduce';
import { makeField, makeFrame, optionsOf, textsOf, typeOfValues, type Transform } from './context';

/** Frames without a column to group by are left out, unless there is none in the options. */
export const groupBy: Transform = (frames, options) => {
  const byName = optionsOf(options['fields']);
  const isGrouped = Object.values(byName).some(
    (rule) => optionsOf(rule)['operation'] === 'groupby',
  );
  if (!isGrouped) return frames;
  const result: Frame[] = [];
  for (const frame of frames) {
    const named = frame.fields.map((field) => {
      const shown = fieldDisplayName(field, frame, frames);
      const name = Object.hasOwn(byName, shown) ? shown : field.name;
      return {
        field,
        name,
        rule: optionsOf(Object.hasOwn(byName, name) ? byName[name] : undefined),
      };
    });
    const keys = named.filter(({ rule }) => rule['operation'] === 'groupby');
    if (keys.length === 0) continue;
    const groups = [
      ...groupRows(
        frame,
        keys.map(({ field }) => field),
      ).values(),
    ];
    const fields = keys.map(({ field, name }) =>
      makeField(
        name,
        field.type,
        groups.map(([row = 0]) => field.values[row]),
        withoutName(field),
      ),
    );
    for (const { field, name, rule } of named) {
      if (rule['operation'] !== 'aggregate') continue;
      for (const calc of textsOf(rule['aggregations']))
        fields.push(aggregated(field, name, calc, groups));
    }
    result.push(makeFrame(fields, frame));
  }
  return result;
};

/** The name stays with what it was configured for; a calculated column has a name of its own. */
function withoutName(field: Field): Field['config'] {
  const { displayName: _name, displayNameFromDS: _fromSource, ...config } = field.config;
  return config;
}

/** Rows by the values of some columns, in order of appearance. */
export function groupRows(frame: Frame, keys: readonly Field[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < frame.length; row += 1) {
    const key = JSON.stringify(keys.map((field) => field.values[row] ?? null));
    const rows = groups.get(key);
    if (rows) rows.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const NUMERIC = new Set([
  'count',
  'countAll',
  'changeCount',
  'distinctCount',
  'sum',
  'mean',
  'diffperc',
  'stdDev',
  'variance',
]);

function aggregated(field: Field, name: string, calc: string, groups: readonly number[][]): Field {
  const values = groups.map((rows) =>
    reduceFieldAny({ type: field.type, values: rows.map((row) => field.values[row]) }, calc),
  );
  return makeField(`${name} (${calc})`, typeFor(field, calc, values), values, withoutName(field));
}

function typeFor(field: Field, calc: string, values: readonly unknown[]): FieldType {
  if (NUMERIC.has(calc)) return 'number';
  if (
    field.type === 'time' &&
    ['first', 'last', 'firstNotNull', 'lastNotNull', 'min', 'max'].includes(calc)
  )
    return 'time';
  const found = typeOfValues(values);
  return found === 'other' && values.every((value) => value === null || value === undefined)
    ? field.type
    : found;
}
