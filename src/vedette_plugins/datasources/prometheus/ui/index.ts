import { lazy } from 'react';
import { defineDataSource } from '@vedette/sdk';
import { withFilter } from './filter';
import { metricSearch } from './metrics';
import { AUTO_LEGEND, forPanel, type PrometheusQuery } from './model';
import { findValues } from './variables';

export default defineDataSource<PrometheusQuery>({
  api: 1,
  id: 'prometheus',
  about: {
    description: 'Metrics from Prometheus, Mimir, Thanos or VictoriaMetrics',
    urlPlaceholder: 'http://localhost:9090',
    connection: 'http',
  },
  QueryEditor: lazy(() =>
    import('./QueryEditor').then(({ QueryEditor }) => ({ default: QueryEditor })),
  ),
  ConfigEditor: lazy(() =>
    import('./ConfigEditor').then(({ ConfigEditor }) => ({ default: ConfigEditor })),
  ),
  defaultQuery: (app) => ({
    expr: '',
    range: true,
    instant: app === 'explore',
    editorMode: 'code',
    legendFormat: AUTO_LEGEND,
  }),
  summary: ({ expr }) => expr,
  isBlank: ({ expr }) => !expr?.trim(),
  forPanel,
  withFilter,
  filterKeys: async (ask) => (await ask<{ data?: string[] }>('api/v1/labels')).data ?? [],
  filterValues: async (ask, key) =>
    (await ask<{ data?: string[] }>(`api/v1/label/${encodeURIComponent(key)}/values`)).data ?? [],
  metrics: metricSearch,
  findValues,
});
