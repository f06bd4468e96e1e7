/** Several frames as one table. */
import { fieldDisplayName } from '../field/names';
import type { Field, Frame } from '../frame';
import {
  copyField,
  makeField,
  makeFrame,
  timeFieldOf,
  typeOfValues,
  type Transform,
} from './context';

/** A column of the result and where each frame has it. */
interface Column {
  field: Field;
  values: unknown[];
}

/**
 * Rows that agree in every column the frames share become one, unless they would overwrite each
 * other.
 */
export const merge: Transform = (frames) => {
  const filled = frames.filter((frame) => frame.fields.length > 0);
  if (filled.length < 2) return filled.length === 0 ? frames : filled;
  const columns = columnsOf(filled);
  const keys = [...columns.keys()].filter((name) =>
    filled.every((frame) => frame.fields.some((field) => field.name === name)),
  );
  const rowsOf = new Map<string, number[]>();
  let length = 0;
  for (const frame of filled) {
    const own = frame.fields;
    const keyFields = keys.map((key) => own.find((field) => field.name === key));
    for (let row = 0; row < frame.length; row += 1) {
      const key = JSON.stringify(keyFields.map((field) => field?.values[row] ?? null));
      const candidates = rowsOf.get(key) ?? [];
      let target = candidates.find((at) => fits(own, row, at, columns, keys));
      if (target === undefined || keys.length === 0) {
        target = length;
        length += 1;
        rowsOf.set(key, [...candidates, target]);
        for (const column of columns.values()) column.values.push(undefined);
      }
      for (const field of own)
        (columns.get(field.name) as Column).values[target] = field.values[row];
    }
  }
  const fields = [...columns.values()].map(({ field, values }) => copyField(field, { values }));
  return [
    makeFrame(fields, {
      refId: [...new Set(filled.map((frame) => frame.refId))].join('-'),
      ...sharedMeta(filled),
    }),
  ];
};

function sharedMeta(frames: readonly Frame[]): Partial<Frame> {
  const meta = frames[0]?.meta;
  return meta ? { meta } : {};
}

function columnsOf(frames: readonly Frame[]): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const frame of frames) {
    for (const field of frame.fields) {
      if (columns.has(field.name)) continue;
      const kept = copyField(field);
      if (
        !frames.every(
          (other) =>
            other === frame || !other.fields.some((one) => one.name === field.name && one.labels),
        )
      )
        delete kept.labels;
      columns.set(field.name, { field: kept, values: [] });
    }
  }
  return columns;
}

function fits(
  own: readonly Field[],
  row: number,
  target: number,
  columns: ReadonlyMap<string, Column>,
  keys: readonly string[],
): boolean {
  return own.every((field) => {
    if (keys.includes(field.name)) return true;
    const present = columns.get(field.name)?.values[target];
    return present === undefined || present === field.values[row];
  });
}

/** The first times decide whether times ascend. */
const LOOKED_AT = 10;

function isTimeSeries(frame: Frame): boolean {
  const time = timeFieldOf(frame);
  if (!time || !frame.fields.some(({ type }) => type === 'number')) return false;
  const first = time.values.slice(0, LOOKED_AT).map(Number);
  return first.every((at, row) => row === 0 || at > (first[row - 1] ?? at));
}

/**
 * One row a point: Time, Metric, Value; newest first. Frames that are no time series stay as they
 * are.
 */
export const seriesToRows: Transform = (frames) => {
  if (
    frames.length < 2 ||
    !frames.every((frame) => frame.fields.length === 0 || isTimeSeries(frame))
  )
    return frames;
  const rows: { time: unknown; metric: string; value: unknown }[] = [];
  let config = {};
  for (const frame of frames) {
    const time = timeFieldOf(frame);
    if (!time) continue;
    for (const field of frame.fields) {
      if (field === time) continue;
      const metric = fieldDisplayName(field, frame, frames);
      config = { ...field.config };
      for (let row = 0; row < frame.length; row += 1)
        rows.push({ time: time.values[row], metric, value: field.values[row] });
    }
  }
  rows.sort((a, b) => Number(b.time) - Number(a.time));
  const { displayName: _a, displayNameFromDS: _b, ...kept } = config as Record<string, unknown>;
  const values = rows.map((row) => row.value);
  return [
    makeFrame([
      makeField(
        'Time',
        'time',
        rows.map((row) => row.time),
      ),
      makeField(
        'Metric',
        'string',
        rows.map((row) => row.metric),
      ),
      makeField('Value', typeOfValues(values), values, kept),
    ]),
  ];
};
