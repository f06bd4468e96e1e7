/** Tables turned: three columns into a matrix, rows into columns. */
import { fieldDisplayName } from '../field/names';
import type { FieldType } from '../frame';
import { findField, makeField, makeFrame, textOption, type Transform } from './context';

const EMPTY: Record<string, unknown> = { null: null, true: true, false: false, empty: '', zero: 0 };

/** Values of one column head the columns, of another the rows; the corner is named `Row\Column`. */
export const groupingToMatrix: Transform = (frames, options) => {
  const [frame] = frames;
  if (frames.length !== 1 || !frame) return frames;
  const names = {
    column: textOption(options['columnField'], 'Time'),
    row: textOption(options['rowField'], 'Time'),
    value: textOption(options['valueField'], 'Value'),
  };
  const column = findField(frame, frames, names.column);
  const row = findField(frame, frames, names.row);
  const value = findField(frame, frames, names.value);
  if (!column || !row || !value) return frames;
  const emptyName = textOption(options['emptyValue'], 'empty');
  const empty = Object.hasOwn(EMPTY, emptyName) ? EMPTY[emptyName] : '';
  const heads = [...new Set(column.values)];
  const rows = [...new Set(row.values)];
  const cells = new Map<unknown, Map<unknown, unknown>>(
    heads.map((head) => [head, new Map<unknown, unknown>()]),
  );
  for (let i = 0; i < frame.length; i += 1)
    cells.get(column.values[i])?.set(row.values[i], value.values[i]);
  const { displayName: _a, displayNameFromDS: _b, ...config } = value.config;
  const corner = makeField(`${names.row}\\${names.column}`, row.type, rows);
  const fields = heads.map((head) => {
    const values = rows.map((key) => cells.get(head)?.get(key) ?? empty);
    return makeField(String(head), value.type, values, config);
  });
  return [makeFrame([corner, ...fields], frame)];
};

/**
 * The names become the first column and the rows become columns; what the first column says of a row
 * is its label, unless it holds numbers.
 */
export const transpose: Transform = (frames, options) =>
  frames.map((frame) => {
    const [first] = frame.fields;
    if (!first) return frame;
    const isHead = first.type === 'string' || first.type === 'time';
    const turned = isHead ? frame.fields.slice(1) : frame.fields;
    const name = textOption(options['restFieldsName'], 'Value');
    const alike = turned.every((field) => field.type === turned[0]?.type);
    const type = alike ? (turned[0]?.type ?? 'string') : 'string';
    const fields = first.values.map((head, row) => {
      const values = turned.map((field) => field.values[row]);
      return makeField(
        name,
        type,
        alike ? values : values.map((value, at) => textOf(value, turned[at]?.type)),
        {},
        isHead ? { [first.name]: String(head ?? '') } : { row: String(row + 1) },
      );
    });
    const names = turned.map((field) => fieldDisplayName(field, frame, frames));
    return makeFrame(
      [makeField(textOption(options['firstFieldName'], 'Field'), 'string', names), ...fields],
      frame,
    );
  });

function textOf(value: unknown, type: FieldType | undefined): string {
  if (value === null || value === undefined) return '';
  return type === 'other' ? JSON.stringify(value) : String(value);
}
