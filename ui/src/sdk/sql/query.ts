/** A query in SQL as dashboards store it, and what kinds of database differ in. */
import type { SourceQuery } from '../datasource';

export interface SqlQuery extends SourceQuery {
  rawSql: string;
  format?: 'time_series' | 'table';
  rawQuery?: boolean;
  editorMode?: string;
}

export type SqlDialectName = 'postgres' | 'mysql' | 'sqlite' | 'duckdb';

export interface SqlColumn {
  name: string;
  type: string;
}

const MOMENT = /time|date|datetime|timestamp/i;
const NUMBER = /int|float|double|real|numeric|decimal|number/i;

/**
 * A time series of the first number of a table over its first time; a plain list where it has none.
 */
export function queryOfTable(
  table: string,
  columns: readonly SqlColumn[],
  quote: string,
): Pick<SqlQuery, 'rawSql' | 'format'> {
  const time = columns.find(
    ({ type, name }) => MOMENT.test(type) || /^(time|ts|timestamp|created_at)$/i.test(name),
  );
  const value = columns.find(({ type, name }) => name !== time?.name && NUMBER.test(type));
  const named = (name: string) =>
    /^[a-z_][a-z0-9_]*$/.test(name)
      ? name
      : `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
  if (!time) return { rawSql: `SELECT *\nFROM ${table}\nLIMIT 100`, format: 'table' };
  const moment = named(time.name);
  if (!value) {
    return {
      rawSql: `SELECT *\nFROM ${table}\nWHERE $__timeFilter(${moment})\nORDER BY ${moment} DESC\nLIMIT 100`,
      format: 'table',
    };
  }
  return {
    rawSql: [
      `SELECT $__timeGroupAlias(${moment}, $__interval),`,
      `  avg(${named(value.name)}) AS ${named(value.name)}`,
      `FROM ${table}`,
      `WHERE $__timeFilter(${moment})`,
      'GROUP BY 1',
      'ORDER BY 1',
    ].join('\n'),
    format: 'time_series',
  };
}

/** What macros a query may use, as completion tells them. */
export const sqlMacros: readonly { label: string; detail: string }[] = [
  { label: '$__time(column)', detail: 'the column, named time' },
  { label: '$__timeEpoch(column)', detail: 'the column in seconds, named time' },
  { label: '$__timeFilter(column)', detail: 'only what lies in the time range' },
  { label: '$__timeFrom()', detail: 'start of the time range' },
  { label: '$__timeTo()', detail: 'end of the time range' },
  { label: "$__timeGroup(column, '5m')", detail: 'the column in steps' },
  { label: "$__timeGroup(column, '5m', NULL)", detail: 'in steps, empty ones as null' },
  { label: "$__timeGroup(column, '5m', 0)", detail: 'in steps, empty ones as zero' },
  {
    label: "$__timeGroup(column, '5m', previous)",
    detail: 'in steps, empty ones as the one before',
  },
  { label: "$__timeGroupAlias(column, '5m')", detail: 'in steps, named time' },
  { label: '$__unixEpochFilter(column)', detail: 'time range for a column in seconds' },
  { label: '$__unixEpochFrom()', detail: 'start in seconds' },
  { label: '$__unixEpochTo()', detail: 'end in seconds' },
  { label: '$__unixEpochNanoFilter(column)', detail: 'time range for a column in nanoseconds' },
  { label: '$__unixEpochNanoFrom()', detail: 'start in nanoseconds' },
  { label: '$__unixEpochNanoTo()', detail: 'end in nanoseconds' },
  { label: "$__unixEpochGroup(column, '5m')", detail: 'a column in seconds, in steps' },
  { label: "$__unixEpochGroupAlias(column, '5m')", detail: 'in steps, named time' },
  { label: '$__interval', detail: 'the step that fits the width of the panel' },
  { label: '$__interval_ms', detail: 'that step in milliseconds' },
];
