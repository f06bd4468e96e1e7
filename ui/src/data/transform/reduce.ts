/** Whole columns as single values. */
import { fieldDisplayName } from '../field/names';
import type { Field, FieldType, Frame } from '../frame';
import { reduceFieldAny, reducers as known } from '../reduce';
import { copyField, makeField, makeFrame, textsOf, typeOfValues, type Transform } from './context';
import { merge } from './merge';

export const reduce: Transform = (frames, options, ctx) => {
  const stored = textsOf(options['reducers']);
  const calcs = stored.length > 0 ? stored : ['max'];
  const withTime = options['includeTimeField'] === true;
  if (options['mode'] === 'reduceFields') return frames.map((frame) => fieldsReduced(frame, calcs, withTime));
  const tables = frames.flatMap((frame) => rowsOf(frame, frames, calcs, options['labelsToFields'] === true));
  return tables.length > 1 ? appendTables(tables, ctx) : tables;
};

const appendTables = (tables: Frame[], ctx: Parameters<Transform>[2]): Frame[] => merge(tables, {}, ctx);

const nameOf = (calc: string): string => known.find((reducer) => reducer.id === calc)?.name ?? calc;

function included(frame: Frame, withTime: boolean): Field[] {
  return frame.fields.filter((field) => field.type !== 'time' || withTime);
}

/** One row a field: its name, its labels where wanted, then a column a calculation. */
function rowsOf(frame: Frame, frames: Frame[], calcs: string[], labels: boolean): Frame[] {
  const fields = included(frame, false);
  if (fields.length === 0) return [];
  const keys = labels ? [...new Set(fields.flatMap((field) => Object.keys(field.labels ?? {})))] : [];
  const named =
    labels && keys.length > 0
      ? (field: Field): string => field.name
      : (field: Field): string => fieldDisplayName(field, frame, frames);
  const columns = [makeField('Field', 'string', fields.map(named))];
  for (const key of keys)
    columns.push(
      makeField(
        key,
        'string',
        fields.map((field) => field.labels?.[key] ?? null),
      ),
    );
  for (const calc of calcs) {
    const values = fields.map((field) => reduceFieldAny(field, calc));
    const same = fields.every((field) => field.type === fields[0]?.type) ? (fields[0]?.config ?? {}) : {};
    const { displayName: _a, displayNameFromDS: _b, ...config } = same;
    columns.push(makeField(nameOf(calc), typeOfValues(values), values, config));
  }
  return [makeFrame(columns, frame)];
}

/** One row a frame; several calculations give several columns. */
function fieldsReduced(frame: Frame, calcs: string[], withTime: boolean): Frame {
  const fields = included(frame, withTime).flatMap((field) =>
    calcs.map((calc) => {
      const values = [reduceFieldAny(field, calc)];
      const copy = copyField(field, { values, type: field.type === 'time' ? 'time' : reducedType(values) });
      if (calcs.length > 1) {
        const { displayName: _a, displayNameFromDS: _b, ...config } = copy.config;
        copy.config = config;
        const { [REDUCER_LABEL]: _old, ...labels } = copy.labels ?? {};
        copy.labels = { ...labels, [REDUCER_LABEL]: nameOf(calc) };
      }
      return copy;
    }),
  );
  return makeFrame(fields, frame);
}

/** Nothing to reduce leaves an empty number. */
function reducedType(values: readonly unknown[]): FieldType {
  return values.every((value) => value === null || value === undefined) ? 'number' : typeOfValues(values);
}

const REDUCER_LABEL = 'reducer';
