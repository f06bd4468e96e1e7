import { lazy } from 'react';
import { defineDataSource, type SqlQuery } from '@vedette/sdk';

export default defineDataSource<SqlQuery>({
  api: 1,
  id: 'mysql',
  about: {
    description: 'Tables and time series from MySQL and MariaDB',
    urlPlaceholder: 'localhost:3306',
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
