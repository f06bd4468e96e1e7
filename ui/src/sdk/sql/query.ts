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
  { label: '$__time(column)', detail: 'the column, as time' },
  { label: '$__timeEpoch(column)', detail: 'the column in epoch seconds, as time' },
  { label: '$__timeFilter(column)', detail: 'rows within the time range' },
  { label: '$__timeFrom()', detail: 'start of the time range' },
  { label: '$__timeTo()', detail: 'end of the time range' },
  { label: "$__timeGroup(column, '5m')", detail: 'the column grouped by interval' },
  {
    label: "$__timeGroup(column, '5m', NULL)",
    detail: 'grouped by interval, gaps filled with NULL',
  },
  { label: "$__timeGroup(column, '5m', 0)", detail: 'grouped by interval, gaps filled with 0' },
  {
    label: "$__timeGroup(column, '5m', previous)",
    detail: 'grouped by interval, gaps filled with the previous value',
  },
  { label: "$__timeGroupAlias(column, '5m')", detail: 'grouped by interval, as time' },
  {
    label: '$__unixEpochFilter(column)',
    detail: 'rows within the time range, column in epoch seconds',
  },
  { label: '$__unixEpochFrom()', detail: 'start of the time range in epoch seconds' },
  { label: '$__unixEpochTo()', detail: 'end of the time range in epoch seconds' },
  {
    label: '$__unixEpochNanoFilter(column)',
    detail: 'rows within the time range, column in epoch nanoseconds',
  },
  { label: '$__unixEpochNanoFrom()', detail: 'start of the time range in epoch nanoseconds' },
  { label: '$__unixEpochNanoTo()', detail: 'end of the time range in epoch nanoseconds' },
  {
    label: "$__unixEpochGroup(column, '5m')",
    detail: 'a column in epoch seconds, grouped by interval',
  },
  { label: "$__unixEpochGroupAlias(column, '5m')", detail: 'grouped by interval, as time' },
  { label: '$__interval', detail: 'interval that fits the width of the panel' },
  { label: '$__interval_ms', detail: 'the interval in milliseconds' },
];
