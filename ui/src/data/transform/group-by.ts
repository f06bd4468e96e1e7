/** Rows with equal values become one; other columns are calculated over them. */
import { fieldDisplayName } from '../field/names';
import type { Field, FieldType, Frame } from '../frame';
import { reduceFieldAny } from '../reduce';
import {
  makeField,
  makeFrame,
  optionsOf,
  textsOf,
  typeOfValues,
  type Options,
  type Transform,
} from './context';

/** One frame with its rows grouped. */
export interface GroupedFrame {
  frame: Frame;
  /** The key columns and the calculated ones, a row for each group. */
  fields: Field[];
  /** Columns that are neither, under the names they are shown with. */
  others: { field: Field; shown: string }[];
  /** The row numbers of each group by its values as JSON, in order of first appearance. */
  groups: ReadonlyMap<string, number[]>;
}

/** Frames without a column to group by are left out, unless there is none in the options. */
export const groupBy: Transform = (frames, options) =>
  groupFrames(frames, options)?.map(({ frame, fields }) => makeFrame(fields, unnamed(frame))) ??
  frames;

/** The name of a series is not that of a table of groups. */
export function unnamed({ refId, meta }: Frame): Partial<Frame> {
  return { refId, meta };
}

/** Return the grouped frames, or undefined if the options name no column to group by. */
export function groupFrames(frames: Frame[], options: Options): GroupedFrame[] | undefined {
  const byName = optionsOf(options['fields']);
  const isGrouped = Object.values(byName).some(
    (rule) => optionsOf(rule)['operation'] === 'groupby',
  );
  if (!isGrouped) return undefined;
  const result: GroupedFrame[] = [];
  for (const frame of frames) {
    const columns = frame.fields.map((field) => {
      const shown = fieldDisplayName(field, frame, frames);
      const name = Object.hasOwn(byName, shown) ? shown : field.name;
      const rule = optionsOf(Object.hasOwn(byName, name) ? byName[name] : undefined);
      return { field, shown, name, operation: rule['operation'], rule };
    });
    const keys = columns.filter(({ operation }) => operation === 'groupby');
    if (keys.length === 0) continue;
    const keyFields = keys.map(({ field }) => field);
    const groups = groupRows(frame, keyFields);
    const rows = [...groups.values()];
    const fields = keys.map(({ field, name }) =>
      makeField(
        name,
        field.type,
        rows.map(([row = 0]) => field.values[row]),
        withoutName(field),
      ),
    );
    for (const { field, name, operation, rule } of columns) {
      if (operation !== 'aggregate') continue;
      for (const calc of textsOf(rule['aggregations']))
        fields.push(aggregated(field, name, calc, rows));
    }
    const others = columns.filter(
      ({ operation }) => operation !== 'groupby' && operation !== 'aggregate',
    );
    result.push({ frame, fields, others, groups });
  }
  return result;
}

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
