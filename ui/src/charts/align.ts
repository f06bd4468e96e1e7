/** Brings series of different frames onto one time axis. */

export type Value = number | null | undefined;

/**
 * Columns that share their times. `null` is a missing value and draws a gap, `undefined` was never
 * measured there.
 */
export interface Table {
  times: number[];
  columns: Value[][];
}

/** More cells than this are not built; times are snapped to what a screen can show instead. */
const cellLimit = 8_000_000;
const snapSteps = 4096;

/**
 * One table with the columns of all, in order. Tables with equal times are taken as they are,
 * without a copy; otherwise the times are united and a cell without a measurement is `undefined`,
 * which a line crosses.
 */
export function alignTables(tables: readonly Table[]): Table {
  const [first, ...rest] = tables;
  if (!first) return { times: [], columns: [] };
  if (rest.every((table) => sameTimes(table.times, first.times))) {
    return { times: first.times, columns: tables.flatMap((table) => table.columns) };
  }
  const columnCount = tables.reduce((sum, table) => sum + table.columns.length, 0);
  const times = unitedTimes(tables);
  if (times.length * columnCount > cellLimit) return alignTables(snapped(tables, times));
  return { times, columns: tables.flatMap((table) => spread(table, times)) };
}

export function sameTimes(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function unitedTimes(tables: readonly Table[]): number[] {
  const distinct: number[][] = [];
  for (const { times } of tables) {
    if (!distinct.some((known) => sameTimes(known, times))) distinct.push(times);
    if (distinct.length > 16) return sortedUnique(tables.map((table) => table.times));
  }
  return sortedUnique(distinct);
}

function sortedUnique(lists: readonly number[][]): number[] {
  const all = new Float64Array(lists.reduce((sum, times) => sum + times.length, 0));
  let offset = 0;
  for (const times of lists) {
    all.set(times, offset);
    offset += times.length;
  }
  all.sort();
  const unique: number[] = [];
  for (const time of all) if (time !== unique[unique.length - 1]) unique.push(time);
  return unique;
}

function spread(table: Table, times: readonly number[]): Value[][] {
  const columns = table.columns.map(() => new Array<Value>(times.length).fill(undefined));
  let at = 0;
  for (let row = 0; row < table.times.length; row++) {
    const time = table.times[row] as number;
    while ((times[at] as number) < time) at++;
    for (let i = 0; i < columns.length; i++)
      (columns[i] as Value[])[at] = table.columns[i]?.[row] ?? null;
  }
  return columns;
}

function snapped(tables: readonly Table[], times: readonly number[]): Table[] {
  const from = times[0] as number;
  const step = Math.max(1, ((times[times.length - 1] as number) - from) / snapSteps);
  return tables.map((table) => {
    const kept: number[] = [];
    const columns: Value[][] = table.columns.map(() => []);
    table.times.forEach((time, row) => {
      const at = Math.round(from + Math.round((time - from) / step) * step);
      if (kept[kept.length - 1] !== at) kept.push(at);
      table.columns.forEach(
        (column, i) => ((columns[i] as Value[])[kept.length - 1] = column[row]),
      );
    });
    return { times: kept, columns };
  });
}

/** The table with ascending times: most are, the others are sorted without changing the frame. */
export function ascending(table: Table): Table {
  let sorted = true;
  const at = (row: number) => table.times[row] as number;
  for (let i = 1; i < table.times.length && sorted; i++) sorted = at(i - 1) <= at(i);
  if (sorted) return table;
  const order = table.times.map((_, i) => i).sort((a, b) => at(a) - at(b));
  return {
    times: order.map(at),
    columns: table.columns.map((column) => order.map((i) => column[i])),
  };
}
