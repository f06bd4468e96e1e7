import { lazy } from 'react';
import { defineDataSource } from '@vedette/sdk';
import { isFollowed, type TestQuery } from './model';

export default defineDataSource<TestQuery>({
  api: 1,
  id: 'testdata',
  about: { description: 'Made-up series, tables, logs and graphs', connection: 'none' },
  QueryEditor: lazy(() => import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor }))),
  defaultQuery: () => ({ scenarioId: 'random_walk' }),
  summary: ({ scenarioId, alias }) => [scenarioId ?? 'random_walk', alias].filter(Boolean).join(' '),
  canStream: isFollowed,
  supplementary: (query, { from, to }) => {
    if (query.scenarioId !== 'logs') return [];
    const step = Math.max(1, Math.round((to - from) / 60_000));
    const pulse = { timeStep: step, onCount: 1, offCount: 1, onValue: 4, offValue: 2 };
    const volume = { scenarioId: 'predictable_pulse', pulseWave: pulse, alias: 'info' };
    return [{ kind: 'logsVolume', query: { ...volume, refId: `log-volume-${query.refId}` } }];
  },
});
