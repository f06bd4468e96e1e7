import { lazy } from 'react';
import { defineDataSource, type SqlQuery } from '@vedette/sdk';

export default defineDataSource<SqlQuery>({
  api: 1,
  id: 'postgres',
  about: {
    description: 'Tables and time series from PostgreSQL and TimescaleDB',
    urlPlaceholder: 'localhost:5432',
    connection: 'database',
  },
  QueryEditor: lazy(() =>
    import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor })),
  ),
  ConfigEditor: lazy(() =>
    import('./ConfigEditor').then(({ ConfigEditor }) => ({ default: ConfigEditor })),
  ),
  defaultQuery: () => ({ rawSql: '', format: 'time_series', rawQuery: true }),
  summary: ({ rawSql }) => rawSql,
  isBlank: ({ rawSql }) => !rawSql?.trim(),
});
