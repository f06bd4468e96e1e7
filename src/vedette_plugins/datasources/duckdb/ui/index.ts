import { lazy } from 'react';
import { defineDataSource, type SqlQuery } from '@vedette/sdk';

export default defineDataSource<SqlQuery>({
  api: 1,
  id: 'duckdb',
  about: {
    description: 'Parquet, CSV and JSON files in server directories',
    urlPlaceholder: '',
    connection: 'none',
  },
  QueryEditor: lazy(() =>
    import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor })),
  ),
  defaultQuery: () => ({ rawSql: '', format: 'time_series', rawQuery: true }),
  summary: ({ rawSql }) => rawSql,
  isBlank: ({ rawSql }) => !rawSql?.trim(),
});
