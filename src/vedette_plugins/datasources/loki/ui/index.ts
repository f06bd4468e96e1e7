import { lazy } from 'react';
import { defineDataSource } from '@vedette/sdk';
import { logContext, supplementary } from './besides';
import { decorate } from './derived';
import { isLogQuery, withFilter } from './logql';
import type { LokiQuery } from './model';
import { findValues } from './variables';

export default defineDataSource<LokiQuery>({
  api: 1,
  id: 'loki',
  about: {
    description: 'Logs from Loki',
    urlPlaceholder: 'http://localhost:3100',
    connection: 'http',
  },
  QueryEditor: lazy(() =>
    import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor })),
  ),
  ConfigEditor: lazy(() =>
    import('./ConfigEditor').then(({ ConfigEditor }) => ({ default: ConfigEditor })),
  ),
  defaultQuery: () => ({ expr: '', queryType: 'range', editorMode: 'code' }),
  summary: ({ expr }) => expr,
  isBlank: ({ expr }) => !expr?.trim(),
  decorate,
  withFilter,
  supplementary,
  logContext,
  canStream: ({ expr }) => Boolean(expr?.trim()) && isLogQuery(expr),
  filterKeys: async (ask) => (await ask<{ data?: string[] }>('labels')).data ?? [],
  filterValues: async (ask, key) =>
    (await ask<{ data?: string[] }>(`label/${encodeURIComponent(key)}/values`)).data ?? [],
  findValues,
});
