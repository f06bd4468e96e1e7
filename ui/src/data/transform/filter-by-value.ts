/** Rows by what stands in their columns. */
import { usablePattern } from '../field/pattern';
import type { Frame } from '../frame';
import {
  findField,
  listOf,
  optionsOf,
  pickRows,
  textOption,
  type Options,
  type Transform,
} from './context';

type Test = (value: unknown) => boolean;

const NUMERIC = new Set(['greater', 'greaterOrEqual', 'lower', 'lowerOrEqual']);

export const filterByValue: Transform = (frames, options, ctx) => {
  const filters = listOf(options['filters']).map(optionsOf);
  if (filters.length === 0) return frames;
  const exclude = options['type'] === 'exclude';
  const all = options['match'] === 'all';
  const fill = (value: unknown): unknown =>
    typeof value === 'string' && value.includes('$') ? ctx.interpolate(value) : value;
  return frames.map((frame): Frame => {
    const tests = filters.map((filter) => rowTest(filter, frame, frames, fill));
    const rows: number[] = [];
    for (let row = 0; row < frame.length; row += 1) {
      const matches = all ? tests.every((test) => test(row)) : tests.some((test) => test(row));
      if (matches !== exclude) rows.push(row);
    }
    return pickRows(frame, rows);
  });
};

/** A column that is not there matches no row. */
function rowTest(
  filter: Options,
  frame: Frame,
  frames: Frame[],
  fill: (value: unknown) => unknown,
): (row: number) => boolean {
  const field = findField(frame, frames, textOption(filter['fieldName']));
  const config = optionsOf(filter['config']);
  const test = field && testOf(textOption(config['id']), optionsOf(config['options']), fill);
  return field && test ? (row) => test(field.values[row]) : () => false;
}

/**
 * Equality is that of texts and numbers alike; a missing number counts as 0, as users are used to.
 */
function testOf(id: string, options: Options, fill: (value: unknown) => unknown): Test | undefined {
  const wanted = fill(options['value'] ?? (NUMERIC.has(id) ? 0 : ''));
  const number = Number(wanted);
  const asNumber =
    (compare: (value: number) => boolean): Test =>
    (value) =>
      compare(Number(value));
  // oxlint-disable-next-line eqeqeq
  const equal: Test = (value) => value == wanted;
  switch (id) {
    case 'isNull':
      return (value) => value === null || value === undefined;
    case 'isNotNull':
      return (value) => value !== null && value !== undefined;
    case 'equal':
      return equal;
    case 'notEqual':
      return (value) => !equal(value);
    case 'greater':
      return asNumber((value) => value > number);
    case 'greaterOrEqual':
      return asNumber((value) => value >= number);
    case 'lower':
      return asNumber((value) => value < number);
    case 'lowerOrEqual':
      return asNumber((value) => value <= number);
    case 'between': {
      const from = Number(fill(options['from'] ?? 0));
      const to = Number(fill(options['to'] ?? 100));
      return asNumber((value) => value > from && value < to);
    }
    case 'regex': {
      const text = String(wanted ?? '');
      const pattern = usablePattern(text.startsWith('/') ? text : `/${text}/`);
      return (value) => pattern.test(String(value));
    }
    case 'substring':
      return (value) =>
        String(value ?? '')
          .toLowerCase()
          .includes(String(wanted ?? '').toLowerCase());
    case 'notSubstring':
      return (value) =>
        !String(value ?? '')
          .toLowerCase()
          .includes(String(wanted ?? '').toLowerCase());
    default:
      return undefined;
  }
}
