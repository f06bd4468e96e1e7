/** Whole columns as single values. */
import type { MatcherConfig } from '../dashboard';
import { fieldMatcher } from '../field/matchers';
import { fieldDisplayName } from '../field/names';
import type { Field, FieldType, Frame } from '../frame';
import { reduceFieldAny, reducers as known } from '../reduce';
import {
  copyField,
  makeField,
  makeFrame,
  optionsOf,
  textsOf,
  typeOfValues,
  type Transform,
} from './context';

export const reduce: Transform = (frames, options) => {
  const calcs = options['reducers'] === undefined ? ['max'] : textsOf(options['reducers']);
  if (calcs.length === 0) return frames;
  const withTime = options['includeTimeField'] === true && options['mode'] === 'reduceFields';
  const matcher = optionsOf(options['fields']);
  const chosen =
    typeof matcher['id'] === 'string'
      ? fieldMatcher(matcher as unknown as MatcherConfig)
      : undefined;
  const reduced = frames.map((frame) => ({
    ...frame,
    fields: frame.fields.filter((field) =>
      chosen ? chosen(field, frame, frames) : field.type !== 'time' || withTime,
    ),
  }));
  if (options['mode'] === 'reduceFields')
    return reduced
      .filter((frame) => frame.fields.length > 0)
      .map((frame) => fieldsReduced(frame, calcs));
  return rowsOf(reduced, frames, calcs, options['labelsToFields'] === true);
};

const nameOf = (calc: string): string => known.find((reducer) => reducer.id === calc)?.name ?? calc;

/** One row a field: its name, its labels where wanted, then a column a calculation. */
function rowsOf(reduced: Frame[], frames: Frame[], calcs: string[], withLabels: boolean): Frame[] {
  const all = reduced.flatMap((frame, index) =>
    frame.fields.map((field) => ({ field, name: fieldDisplayName(field, frames[index], frames) })),
  );
  if (all.length === 0) return [];
  const keys = withLabels
    ? [...new Set(all.flatMap(({ field }) => Object.keys(field.labels ?? {})))]
    : [];
  const names = all.map(({ field, name }) => (withLabels ? field.name : name));
  const columns = [makeField('Field', 'string', names)];
  for (const key of keys)
    columns.push(
      makeField(
        key,
        'string',
        all.map(({ field }) => field.labels?.[key] ?? null),
      ),
    );
  for (const calc of calcs) {
    const values = all.map(({ field }) => reduceFieldAny(field, calc));
    columns.push(makeField(nameOf(calc), typeOfValues(values), values));
  }
  const refId = frames[0]?.refId;
  return [makeFrame(columns, refId === undefined ? {} : { refId })];
}

/** One row a frame; several calculations give several columns, distinguished by a label. */
function fieldsReduced(frame: Frame, calcs: string[]): Frame {
  const fields = frame.fields.flatMap((field) =>
    calcs.map((calc) => {
      const copy = copyField(field, {
        values: [reduceFieldAny(field, calc)],
        type: reducedType(field, calc),
      });
      if (calcs.length > 1) {
        const { displayName: _a, displayNameFromDS: _b, ...config } = copy.config;
        copy.config = config;
        copy.labels = { ...copy.labels, reducer: nameOf(calc) };
      }
      return copy;
    }),
  );
  return makeFrame(fields, frame);
}

const KEEP_TYPE = new Set(['first', 'firstNotNull', 'last', 'lastNotNull', 'current']);
const LISTS = new Set(['allValues', 'uniqueValues']);

function reducedType({ type }: Field, calc: string): FieldType {
  if (LISTS.has(calc)) return 'other';
  return KEEP_TYPE.has(calc) ? type : 'number';
}
