/** Order and number of rows. */
import {
  compareValues,
  findField,
  listOf,
  numberOption,
  optionsOf,
  pickRows,
  textOption,
  type Transform,
} from './context';

const DEFAULT_LIMIT = 10;

/** By the first entry of `sort` alone; equal rows keep their order. */
export const sortBy: Transform = (frames, options) => {
  const entry = optionsOf(listOf(options['sort'])[0]);
  const sign = entry['desc'] === true ? -1 : 1;
  return frames.map((frame) => {
    const field = findField(frame, frames, textOption(entry['field']));
    if (!field) return frame;
    const rows = Array.from({ length: frame.length }, (_, row) => row);
    const compare = field.type === 'string' ? compareTexts : compareValues;
    rows.sort((a, b) => sign * compare(field.values[a], field.values[b]));
    return pickRows(frame, rows);
  });
};

/** As other values, but a missing or empty text comes after all others. */
function compareTexts(a: unknown, b: unknown): number {
  const [left, right] = [a ?? '', b ?? ''];
  if (left === '' || right === '') return Number(left === '') - Number(right === '');
  return compareValues(left, right);
}

/** The first rows; with a negative number the last ones. */
export const limit: Transform = (frames, options, ctx) => {
  const stored = options['limitField'];
  const count =
    numberOption(typeof stored === 'string' ? ctx.interpolate(stored) : stored) ?? DEFAULT_LIMIT;
  return frames.map((frame) => {
    if (frame.length <= Math.abs(count)) return frame;
    const start = count < 0 ? frame.length + count : 0;
    return pickRows(
      frame,
      Array.from({ length: Math.abs(count) }, (_, i) => start + i),
    );
  });
};
