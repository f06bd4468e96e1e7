import { lazy } from 'react';
import { defineDataSource } from '@vedette/sdk';
import { isFollowed, type TestQuery } from './model';

export default defineDataSource<TestQuery>({
  api: 1,
  id: 'testdata',
  about: {
    description: 'Simulated series, tables, logs and graphs for testing',
    connection: 'none',
  },
  QueryEditor: lazy(() =>
    import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor })),
  ),
  defaultQuery: () => ({ scenarioId: 'random_walk' }),
  summary: ({ scenarioId, alias }) =>
    [scenarioId ?? 'random_walk', alias].filter(Boolean).join(' '),
  canStream: isFollowed,
});
