/**
 * Which rows are shown, in which order: a list of row numbers over the frame's columns, which are
 * never copied.
 */
import type { Field } from '@vedette/sdk';
import type { Column } from './columns';

export interface Sort {
  /** Position of the field in the frame. */
  index: number;
  desc: boolean;
}

/** Texts to keep, by position of the field. */
export type Filters = ReadonlyMap<number, ReadonlySet<string>>;

export function visibleRows(
  fields: readonly Field[],
  length: number,
  sorts: readonly Sort[],
  filters: Filters,
): number[] {
  const rows = filteredRows(fields, length, filters);
  return sorts.length ? sortRows(fields, rows, sorts) : rows;
}

export function filteredRows(fields: readonly Field[], length: number, filters: Filters): number[] {
  const active = [...filters].filter(([, kept]) => kept.size > 0);
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    if (active.every(([index, kept]) => kept.has(cellText(fields[index], row)))) rows.push(row);
  }
  return rows;
}

/** What a cell says, as text. */
export function cellText(field: Field | undefined, row: number): string {
  if (!field) return '';
  const value = field.values[row];
  const {
    prefix = '',
    text,
    suffix = '',
  } = field.display?.(value) ?? {
    text: value === null || value === undefined ? '' : String(value),
  };
  return prefix + text + suffix;
}

// Without options, engines compare plain text the fast way; the keys bring what numeric order
// needs.
const collator = new Intl.Collator();

/** Equal rows keep their order; missing values come last in both directions. */
function sortRows(fields: readonly Field[], rows: number[], sorts: readonly Sort[]): number[] {
  const columns = sorts.map(({ index, desc }) => ({ desc, keys: sortKeys(fields[index], rows) }));
  return rows.sort((a, b) => {
    for (const { desc, keys } of columns) {
      const order = compare(keys[a], keys[b], desc);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

type SortKey = number | string | undefined;

function compare(a: SortKey, b: SortKey, desc: boolean): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  return desc ? -order : order;
}

/** Keys by row number, made once: a sort looks at each of them many times. */
function sortKeys(field: Field | undefined, rows: readonly number[]): SortKey[] {
  const keys: SortKey[] = [];
  if (field) for (const row of rows) keys[row] = sortKey(field, row);
  return keys;
}

function sortKey(field: Field, row: number): SortKey {
  const value = field.values[row];
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'boolean') return Number(value);
  return lastNumber(value) ?? naturalKey(typeof value === 'string' ? value : cellText(field, row));
}

/** Digits filled up with zeros, so that `web-2` comes before `web-10`. */
function naturalKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

/** The newest value of a cell that holds a series: an array of numbers or a nested frame. */
export function lastNumber(value: unknown): number | undefined {
  const series = seriesOf(value);
  return series?.values.findLast(
    (item): item is number => typeof item === 'number' && Number.isFinite(item),
  );
}

export interface CellSeries {
  values: readonly unknown[];
  times?: readonly number[];
}

export function seriesOf(value: unknown): CellSeries | undefined {
  if (Array.isArray(value))
    return value.some((item) => typeof item === 'number') ? { values: value } : undefined;
  const fields = (value as { fields?: unknown } | null)?.fields;
  if (!Array.isArray(fields)) return undefined;
  const numbers = (fields as Field[]).find(({ type }) => type === 'number');
  const times = (fields as Field[]).find(({ type }) => type === 'time');
  return numbers && { values: numbers.values, times: times?.values as number[] | undefined };
}

/**
 * A click sorts ascending, then descending, then not at all; with shift the other columns keep
 * their part.
 */
export function nextSorts(sorts: readonly Sort[], index: number, keepOthers: boolean): Sort[] {
  const current = sorts.find((sort) => sort.index === index);
  const changed = !current
    ? { index, desc: false }
    : current.desc
      ? undefined
      : { index, desc: true };
  if (!keepOthers) return changed ? [changed] : [];
  if (!current) return [...sorts, { index, desc: false }];
  return sorts.flatMap((sort) => (sort.index !== index ? [sort] : changed ? [changed] : []));
}

export function storedSorts(
  columns: readonly Column[],
  sortBy: readonly { displayName: string; desc?: boolean }[],
): Sort[] {
  return sortBy.flatMap(({ displayName, desc = false }) => {
    const column = columns.find(
      ({ name, field }) => name === displayName || field.name === displayName,
    );
    return column ? [{ index: column.index, desc }] : [];
  });
}
