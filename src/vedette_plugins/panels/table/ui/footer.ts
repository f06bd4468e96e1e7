/** Calculations below the columns, over the rows that the filters leave. */
import { reduceField, reducers } from '@vedette/sdk';
import type { Column } from './columns';
import type { TableOptions } from './options';

export interface FooterEntry {
  /** Name of the calculation, where a cell shows several. */
  label?: string;
  text: string;
}

/** One list of entries for each column; `undefined` where there is no footer at all. */
export function footerEntries(
  columns: readonly Column[],
  rows: readonly number[],
  { show, reducer, fields, countRows }: TableOptions['footer'],
): FooterEntry[][] | undefined {
  const perColumn = columns.some(({ footerReducers }) => footerReducers.length > 0);
  if (!show && !perColumn) return undefined;
  const chosen = (column: Column) =>
    fields.length === 0 || [column.name, column.field.name].some((name) => fields.includes(name));
  const counts = show && countRows && reducer.includes('count');
  const entries = columns.map((column) => {
    const ids = column.footerReducers.length
      ? column.footerReducers
      : show && chosen(column)
        ? reducer
        : [];
    return counts || column.field.type !== 'number' ? [] : calculations(column, rows, ids);
  });
  const first = entries[0];
  if (counts && first) first.push({ label: 'Count', text: rows.length.toLocaleString('en') });
  else if (show && first?.length === 0) first.push({ text: reducer.map(reducerName).join(', ') });
  return entries;
}

function calculations(
  { field }: Column,
  rows: readonly number[],
  ids: readonly string[],
): FooterEntry[] {
  const values = rows.map((row) => field.values[row]);
  return ids.map((id) => {
    const result = reduceField({ ...field, values }, id);
    const {
      prefix = '',
      text,
      suffix = '',
    } = field.display?.(result) ?? { text: result === null ? '' : String(result) };
    return { label: ids.length > 1 ? reducerName(id) : undefined, text: prefix + text + suffix };
  });
}

function reducerName(id: string): string {
  return reducers.find((reducer) => reducer.id === id)?.name ?? id;
}
