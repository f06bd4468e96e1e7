import { expect, test } from 'vitest';
import type { PanelModel } from '../../../data';
import { sourcesFrom } from '../../../querying/sources';
import { exploreAddress } from './exploreAddress';

const sources = sourcesFrom([
  {
    uid: 'prom',
    name: 'Metrics',
    type: 'prometheus',
    isDefault: true,
    meta: { id: 'prometheus', name: '', queryText: 'expr', variableFormat: 'promql' },
  },
]);
const range = { from: 0, to: 1, raw: { from: 'now-6h', to: 'now' } };
const panel = (part: Partial<PanelModel>): PanelModel => ({
  id: 1,
  type: 'timeseries',
  gridPos: { x: 0, y: 0, w: 1, h: 1 },
  ...part,
});

function paneOf(part: Partial<PanelModel>, values = {}) {
  const address = exploreAddress(panel(part), range, sources, values);
  return (
    address &&
    (JSON.parse(new URLSearchParams(address.split('?')[1]).get('panes') ?? '{}') as { a: unknown })
      .a
  );
}

test('a panel is explored with its variables filled in, over the range of the dashboard', () => {
  const ds = { text: 'Metrics', value: 'prom' };
  const job = { text: 'a + b', value: ['a.b', 'c'] };
  const targets = [
    { refId: 'A', expr: 'up{job=~"$job"}' },
    { refId: 'B', expr: 'x', hide: true },
  ];
  expect(paneOf({ datasource: { uid: '${ds}' }, targets }, { ds, job })).toEqual({
    datasource: 'prom',
    queries: [
      {
        refId: 'A',
        expr: 'up{job=~"(a\\\\.b|c)"}',
        datasource: { type: 'prometheus', uid: 'prom' },
      },
    ],
    range: { from: 'now-6h', to: 'now' },
  });
});

test('mixed panels stay mixed', () => {
  const targets = [{ refId: 'A', expr: 'up', datasource: { uid: 'prom' } }];
  expect(paneOf({ datasource: { uid: '-- Mixed --' }, targets })).toMatchObject({
    datasource: '-- Mixed --',
    queries: [{ datasource: { uid: 'prom' } }],
  });
});

test('panels that ask nothing, or of others, are not explored', () => {
  expect(paneOf({})).toBeUndefined();
  expect(
    paneOf({ datasource: { uid: '-- Dashboard --' }, targets: [{ refId: 'A', panelId: 2 }] }),
  ).toBeUndefined();
});
