/** Where a line breaks and where it crosses missing values. */
import type { Table, Value } from './align';

/**
 * A null row after every point whose successor is further away than `threshold` milliseconds, so
 * that the silence in between is drawn as a gap. The table itself where there is none.
 */
export function insertGaps(table: Table, threshold: number | null | undefined): Table {
  if (!threshold || threshold <= 0) return table;
  const { times, columns } = table;
  const breaks: number[] = [];
  for (let i = 1; i < times.length; i++) {
    if ((times[i] as number) - (times[i - 1] as number) > threshold) breaks.push(i);
  }
  if (breaks.length === 0) return table;
  const cut = <T>(list: readonly T[], between: (before: number) => T): T[] => {
    const result: T[] = [];
    let from = 0;
    for (const at of breaks) {
      for (let i = from; i < at; i++) result.push(list[i] as T);
      result.push(between(at - 1));
      from = at;
    }
    for (let i = from; i < list.length; i++) result.push(list[i] as T);
    return result;
  };
  return {
    times: cut(times, (before) => (times[before] as number) + threshold),
    columns: columns.map((column) => cut<Value>(column, () => null)),
  };
}

/**
 * Missing values the line should cross become `undefined`: all of them for `true`, for a number
 * those where the neighbours are less than that many milliseconds apart. The column itself where
 * nothing changes.
 */
export function spanNulls(
  times: readonly number[],
  column: Value[],
  span: boolean | number,
): Value[] {
  if (span === false || !column.includes(null)) return column;
  const result = column.slice();
  let previous = -1;
  for (let i = 0; i < result.length; i++) {
    if (result[i] == null) continue;
    const bridged = span === true || (times[i] as number) - (times[previous] as number) < span;
    if (previous >= 0 && i - previous > 1 && bridged) result.fill(undefined, previous + 1, i);
    previous = i;
  }
  return result;
}

/**
 * Positions of values with a gap on both sides: no line reaches them, so they are drawn as points.
 */
export function isolatedPoints(
  column: ArrayLike<Value>,
  from = 0,
  to = column.length - 1,
): number[] {
  const isolated: number[] = [];
  let before: Value = null;
  for (let i = from; i <= to; i++) {
    const value = column[i];
    if (value === undefined) continue;
    if (value !== null && before === null) {
      let next = i + 1;
      while (next <= to && column[next] === undefined) next++;
      if (next > to || column[next] === null) isolated.push(i);
    }
    before = value;
  }
  return isolated;
}
