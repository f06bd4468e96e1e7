/** Rows by what stands in their columns. */
import { usablePattern } from '../field/pattern';
import type { Frame } from '../frame';
import { findField, listOf, optionsOf, pickRows, textOption, type Options, type Transform } from './context';

type Test = (value: unknown) => boolean;

export const filterByValue: Transform = (frames, options, ctx) => {
  const filters = listOf(options['filters']).map(optionsOf);
  if (filters.length === 0) return frames;
  const exclude = options['type'] === 'exclude';
  const all = options['match'] === 'all';
  const fill = (value: unknown): unknown =>
    typeof value === 'string' && value.includes('$') ? ctx.interpolate(value) : value;
  return frames.map((frame): Frame => {
    const tests = filters.flatMap((filter) => {
      const field = findField(frame, frames, textOption(filter['fieldName']));
      const config = optionsOf(filter['config']);
      if (!field) return [];
      const test = testOf(
        textOption(config['id']),
        optionsOf(config['options']),
        field.type === 'time' || field.type === 'number',
        fill,
      );
      return test ? [(row: number): boolean => test(field.values[row])] : [];
    });
    if (tests.length === 0) return frame;
    const rows: number[] = [];
    for (let row = 0; row < frame.length; row += 1) {
      const matches = all ? tests.every((test) => test(row)) : tests.some((test) => test(row));
      if (matches !== exclude) rows.push(row);
    }
    return pickRows(frame, rows);
  });
};

function testOf(
  id: string,
  options: Options,
  numeric: boolean,
  fill: (value: unknown) => unknown,
): Test | undefined {
  const wanted = fill(options['value']);
  const number = Number(wanted);
  const asNumber =
    (compare: (value: number) => boolean): Test =>
    (value) =>
      value !== null && value !== undefined && value !== '' && compare(Number(value));
  const equal: Test = numeric
    ? (value) => value !== null && value !== undefined && Number(value) === number
    : (value) => String(value ?? '') === String(wanted ?? '');
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
      const from = Number(fill(options['from']));
      const to = Number(fill(options['to']));
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
