import { expect, test } from 'vitest';
import type { PanelModel } from '../../../data';
import { sourcesFrom } from '../../../querying/sources';
import { alertAddress, type AlertFrom } from './alertAddress';

const prom = {
  uid: 'prom',
  name: 'Prometheus',
  type: 'prometheus',
  isDefault: true,
  meta: { id: 'prometheus', name: 'Prometheus', queryText: 'expr', variableFormat: 'promql' },
};
const panel: PanelModel = {
  id: 3,
  type: 'timeseries',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  datasource: { type: 'prometheus', uid: '${ds}' },
  targets: [
    { refId: 'A', expr: 'rate(x{job=~"$job"}[$__rate_interval])', hide: true },
    {
      refId: 'B',
      type: 'reduce',
      expression: 'A',
      datasource: { type: '__expr__', uid: '__expr__' },
    },
  ],
};
const from: AlertFrom = {
  panel,
  title: 'Rate',
  dashboardUid: 'shop',
  folderUid: 'pay',
  range: { from: 0, to: 3_600_000, raw: { from: 'now-1h', to: 'now' } },
  sources: sourcesFrom([prom]),
  values: {
    job: { value: ['api', 'web'], multi: true },
    ds: { value: 'prom' },
    __rate_interval: { value: '4m' },
  } as unknown as AlertFrom['values'],
  returnTo: '/d/shop',
};

function defaultsOf(address: string | undefined) {
  const params = new URLSearchParams(address?.split('?')[1]);
  return JSON.parse(params.get('defaults') ?? 'null') as {
    queries: { model: Record<string, unknown> }[];
    [key: string]: unknown;
  };
}

test('a rule made from a panel asks its queries with the variables as they are now', () => {
  const { queries, ...rest } = defaultsOf(alertAddress(from));
  expect(rest).toMatchObject({
    name: 'Rate',
    folder: { uid: 'pay' },
    annotations: [
      { key: '__dashboardUid__', value: 'shop' },
      { key: '__panelId__', value: '3' },
    ],
  });
  expect(queries[0]).toMatchObject({
    refId: 'A',
    datasourceUid: 'prom',
    relativeTimeRange: { from: 3600, to: 0 },
  });
  expect(queries[0]?.model['expr']).toBe('rate(x{job=~"(api|web)"}[$__rate_interval])');
  expect(queries[0]?.model).not.toHaveProperty('hide');
  expect(queries[1]).toMatchObject({
    refId: 'B',
    datasourceUid: '__expr__',
    model: { type: 'reduce', expression: 'A' },
  });
});

test('a panel that asks nothing of a data source makes no rule', () => {
  expect(alertAddress({ ...from, panel: { ...panel, targets: [] } })).toBeUndefined();
  expect(
    alertAddress({
      ...from,
      panel: {
        ...panel,
        datasource: { uid: '-- Dashboard --' },
        targets: [{ refId: 'A', panelId: 2 }],
      },
    }),
  ).toBeUndefined();
});
