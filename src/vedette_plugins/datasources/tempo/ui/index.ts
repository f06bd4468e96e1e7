import { lazy } from 'react';
import { defineDataSource } from '@vedette/sdk';
import { decorate } from './links';
import { isBlank, summary, withFilter, type TempoQuery } from './model';

export default defineDataSource<TempoQuery>({
  api: 1,
  id: 'tempo',
  about: {
    description: 'Traces from Tempo',
    urlPlaceholder: 'http://localhost:3200',
    connection: 'http',
  },
  QueryEditor: lazy(() =>
    import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor })),
  ),
  ConfigEditor: lazy(() =>
    import('./ConfigEditor').then(({ ConfigEditor }) => ({ default: ConfigEditor })),
  ),
  defaultQuery: () => ({ queryType: 'traceql', query: '', limit: 20, tableType: 'traces' }),
  summary,
  isBlank,
  decorate,
  withFilter,
  findValues: async (lookUp) => (await import('./variables')).findValues(lookUp),
});
