/** Frames side by side, row by row of one column they share: time, unless another is named. */
import { fieldDisplayName } from '../field/names';
import type { Field, Frame } from '../frame';
import { copyField, makeFrame, textOption, timeFieldOf, type Transform } from './context';

export const joinByField: Transform = (frames, options) => {
  const mode = textOption(options['mode'], 'outer');
  const joined = joinFrames(
    frames,
    textOption(options['byField']),
    mode === 'inner' ? 'inner' : mode === 'outerTabular' ? 'outerTabular' : 'outer',
  );
  return joined ? [joined] : frames;
};

type Mode = 'outer' | 'inner' | 'outerTabular';

interface Side {
  frame: Frame;
  key: Field;
  fields: Field[];
}

/** `undefined` where fewer than two frames have the column. */
export function joinFrames(
  frames: readonly Frame[],
  byField: string,
  mode: Mode,
): Frame | undefined {
  const sides = frames.flatMap((frame): Side[] => {
    const key = byField
      ? frame.fields.find(
          (field) => fieldDisplayName(field, frame, frames) === byField || field.name === byField,
        )
      : timeFieldOf(frame);
    return key ? [{ frame, key, fields: frame.fields.filter((field) => field !== key) }] : [];
  });
  const [first] = sides;
  if (!first) return undefined;
  if (sides.length === 1) return first.frame;
  const rows = { inner: innerRows, outerTabular: tabularRows, outer: outerRows }[mode](sides);
  const keyValues = rows.map(({ key }) => key);
  const fields: Field[] = [copyField(first.key, { values: keyValues })];
  sides.forEach((side, index) => {
    for (const field of side.fields) {
      const values = rows.map(({ at }) =>
        at[index] === undefined ? missing(mode) : field.values[at[index]],
      );
      fields.push(joinedField(field, side, values));
    }
  });
  numberTimes(fields);
  return makeFrame(fields, {
    refId: `joinByField-${sides.map(({ frame }) => frame.refId ?? '').join('-')}`,
  });
}

const missing = (mode: Mode): null | undefined => (mode === 'outer' ? undefined : null);

/** Several times of one name are numbered. */
function numberTimes(fields: Field[]): void {
  const seen = new Map<string, Field[]>();
  for (const field of fields)
    if (field.type === 'time' && !field.labels)
      seen.set(field.name, [...(seen.get(field.name) ?? []), field]);
  for (const [name, alike] of seen)
    if (alike.length > 1) alike.forEach((field, index) => (field.name = `${name} ${index + 1}`));
}

/**
 * The name of the frame goes with its columns, so that they can be distinguished: as a label, or for
 * `Value` in its place.
 */
function joinedField(field: Field, { frame }: Side, values: unknown[]): Field {
  if (!frame.name) return copyField(field, { values });
  if (field.name === 'Value') return copyField(field, { values, name: frame.name });
  return copyField(field, { values, labels: { ...field.labels, name: frame.name } });
}

interface JoinedRow {
  key: unknown;
  /** The row of each side, where it has one. */
  at: (number | undefined)[];
}

/** Where a frame has several rows of a key, its last one counts. */
function outerRows(sides: readonly Side[]): JoinedRow[] {
  const rows = new Map<unknown, JoinedRow>();
  sides.forEach(({ key }, index) => {
    key.values.forEach((value, row) => {
      let joined = rows.get(value);
      if (!joined) rows.set(value, (joined = { key: value, at: [] }));
      joined.at[index] = row;
    });
  });
  const sorted = [...rows.values()];
  const first = sides[0]?.key;
  return first?.type === 'time' || first?.type === 'number'
    ? sorted.sort((a, b) => Number(a.key) - Number(b.key))
    : sorted;
}

/** Every combination of rows with the same value in all frames. */
function innerRows(sides: readonly Side[]): JoinedRow[] {
  const [first, ...others] = sides;
  let rows: JoinedRow[] = (first?.key.values ?? []).map((key, row) => ({ key, at: [row] }));
  others.forEach(({ key }, index) => {
    const found = rowsByValue(key);
    rows = rows.flatMap((joined) =>
      (found.get(joined.key) ?? []).map((row) => ({
        key: joined.key,
        at: set(joined.at, index + 1, row),
      })),
    );
  });
  return rows;
}

/** As inner, and rows that have no partner stay. */
function tabularRows(sides: readonly Side[]): JoinedRow[] {
  const [first, ...others] = sides;
  let rows: JoinedRow[] = (first?.key.values ?? []).map((key, row) => ({ key, at: [row] }));
  others.forEach(({ key }, index) => {
    const found = rowsByValue(key);
    const used = new Set<unknown>();
    rows = rows.flatMap((joined): JoinedRow[] => {
      const partners = found.get(joined.key);
      if (!partners) return [joined];
      used.add(joined.key);
      return partners.map((row) => ({ key: joined.key, at: set(joined.at, index + 1, row) }));
    });
    for (const [value, partners] of found) {
      if (!used.has(value))
        rows.push(...partners.map((row) => ({ key: value, at: set([], index + 1, row) })));
    }
  });
  return rows;
}

function rowsByValue(field: Field): Map<unknown, number[]> {
  const found = new Map<unknown, number[]>();
  field.values.forEach((value, row) => found.set(value, [...(found.get(value) ?? []), row]));
  return found;
}

function set(
  at: readonly (number | undefined)[],
  index: number,
  row: number,
): (number | undefined)[] {
  const copy = [...at];
  copy[index] = row;
  return copy;
}

/** One frame of all where each has a time column; otherwise the frames as they are. */
export function onOneTime(frames: Frame[]): Frame[] {
  const times = frames.map((frame) => timeFieldOf(frame)?.name);
  if (frames.length < 2 || times.some((name) => name === undefined || name !== times[0]))
    return frames;
  const joined = joinFrames(frames, '', 'outer');
  return joined ? [joined] : frames;
}
