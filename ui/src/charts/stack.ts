/** Cumulative columns for stacked series, and which series each of them stands on. */
import type { Value } from './align';

export interface StackInput {
  values: Value[];
  /** Series with the same key are stacked; undefined stands alone. */
  key?: string;
  percent?: boolean;
}

export interface Stacked {
  values: Value[];
  /** Position of the series below in the same stack. */
  below?: number;
}

/**
 * Series of a key on top of each other in their order. A value missing in one series counts as
 * nothing; a time at which the whole stack is null stays a gap. Where a series was not measured at
 * a time of the others, its value is taken from the line between its neighbours.
 */
export function stackColumns(times: readonly number[], inputs: readonly StackInput[]): Stacked[] {
  const members = new Map<string, number[]>();
  inputs.forEach(({ key }, i) => {
    if (key !== undefined) members.set(key, [...(members.get(key) ?? []), i]);
  });
  const result: Stacked[] = inputs.map(({ values }) => ({ values }));
  for (const indexes of members.values()) {
    const columns = indexes.map((i) => interpolated(times, (inputs[i] as StackInput).values));
    const percent = indexes.some((i) => inputs[i]?.percent);
    const totals = percent ? totalsOf(columns, times.length) : undefined;
    const sums = new Float64Array(times.length);
    const empty = emptyRows(columns, times.length);
    columns.forEach((column, position) => {
      const values = new Array<Value>(times.length);
      for (let row = 0; row < times.length; row++) {
        const value = column[row] ?? 0;
        const part = totals ? (totals[row] ? value / (totals[row] as number) : 0) : value;
        sums[row] = (sums[row] as number) + part;
        values[row] = empty[row] ? null : sums[row];
      }
      const index = indexes[position] as number;
      result[index] = { values, below: indexes[position - 1] };
    });
  }
  return result;
}

function totalsOf(columns: readonly Value[][], length: number): Float64Array {
  const totals = new Float64Array(length);
  for (const column of columns) {
    for (let i = 0; i < length; i++) totals[i] = (totals[i] as number) + Math.abs(column[i] ?? 0);
  }
  return totals;
}

function emptyRows(columns: readonly Value[][], length: number): Uint8Array {
  const empty = new Uint8Array(length).fill(1);
  for (const column of columns)
    for (let i = 0; i < length; i++) if (column[i] != null) empty[i] = 0;
  return empty;
}

function interpolated(times: readonly number[], column: Value[]): Value[] {
  if (!column.includes(undefined)) return column;
  const result = column.slice();
  let previous = -1;
  for (let i = 0; i < result.length; i++) {
    const value = result[i];
    if (value === undefined) continue;
    const start = result[previous];
    if (previous >= 0 && i - previous > 1 && value !== null && start != null) {
      const from = times[previous] as number;
      const slope = (value - start) / ((times[i] as number) - from);
      for (let k = previous + 1; k < i; k++)
        result[k] = start + slope * ((times[k] as number) - from);
    }
    previous = i;
  }
  return result;
}
