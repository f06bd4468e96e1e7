import { expect, test } from 'vitest';
import { MIXED, sourcesFrom } from '../../../querying/sources';
import { newDashboard, panelChoices, panelOf, withPanel } from './dashboardPanel';
import type { Pane } from './pane';
import { viewsOf } from './views';

const sources = sourcesFrom([{ uid: 'prom', name: 'Metrics', type: 'prometheus' }]);
const pane: Pane = {
  datasource: 'prom',
  queries: [{ refId: 'A', expr: 'up' }],
  range: { from: 'now-6h', to: 'now' },
};

test('a panel asks what the pane asks', () => {
  const panel = panelOf(pane, sources, 'timeseries', 'Is it up?');
  expect(panel).toMatchObject({
    type: 'timeseries',
    title: 'Is it up?',
    datasource: { type: 'prometheus', uid: 'prom' },
  });
  expect(panel.targets).toEqual([
    { refId: 'A', expr: 'up', datasource: { type: 'prometheus', uid: 'prom' } },
  ]);
});

test('queries of a mixed pane keep their own sources', () => {
  const queries = [{ refId: 'A', datasource: { type: 'loki', uid: 'loki' } }];
  const panel = panelOf({ ...pane, datasource: MIXED, queries }, sources, 'table', 'Both');
  expect(panel.datasource?.uid).toBe(MIXED);
  expect(panel.targets?.[0]?.datasource).toEqual({ type: 'loki', uid: 'loki' });
});

test('the panel stands below the others with an id nobody has, also not inside a collapsed row', () => {
  const dashboard = {
    title: 'Kept',
    panels: [
      { id: 4, gridPos: { x: 0, y: 0, w: 24, h: 9 } },
      { id: 2, type: 'row', gridPos: { x: 0, y: 9, w: 24, h: 1 }, panels: [{ id: 17 }] },
    ],
  };
  const { panels, title } = withPanel(dashboard, panelOf(pane, sources, 'table', 'New')) as {
    panels: { id: number; gridPos: { y: number } }[];
    title: string;
  };
  expect(title).toBe('Kept');
  expect(panels).toHaveLength(3);
  expect(panels[2]).toMatchObject({ id: 18, gridPos: { y: 10 } });
  expect(dashboard.panels).toHaveLength(2);
});

test('a new dashboard opens with the time range of the pane', () => {
  expect(newDashboard('Fresh', pane.range, panelOf(pane, sources, 'logs', 'Lines'))).toMatchObject({
    title: 'Fresh',
    time: { from: 'now-6h', to: 'now' },
    panels: [{ id: 1, type: 'logs' }],
  });
});

test('what is shown decides the kind of panel', () => {
  const frame = (preferredVisualisationType: string) => ({
    meta: { preferredVisualisationType },
    fields: [{ name: 'a', type: 'string' as const, values: ['x'], config: {} }],
    length: 1,
  });
  const type = (...wanted: string[]) =>
    panelChoices(viewsOf(wanted.map(frame)), new Set())[0]?.type;
  expect([
    type('logs'),
    type('trace'),
    type('nodeGraph'),
    type('graph'),
    type('table'),
    type(),
  ]).toEqual(['logs', 'traces', 'nodeGraph', 'timeseries', 'table', 'timeseries']);
});

test('a graph that is folded leaves the table as what is shown', () => {
  const field = { name: 'a', type: 'string' as const, values: ['x'], config: {} };
  const views = viewsOf(
    ['graph', 'table'].map((preferredVisualisationType) => ({
      meta: { preferredVisualisationType },
      fields: [field],
      length: 1,
    })),
  );
  expect(panelChoices(views, new Set()).map(({ type }) => type)).toEqual(['timeseries', 'table']);
  expect(panelChoices(views, new Set(['Graph'])).map(({ type }) => type)).toEqual([
    'table',
    'timeseries',
  ]);
});

test('a panel takes the part of a query that it shows', () => {
  const onlyFor = (query: { refId: string }, type: string) => ({
    ...query,
    instant: type === 'table',
  });
  expect(panelOf(pane, sources, 'table', 'Now', onlyFor).targets?.[0]).toMatchObject({
    expr: 'up',
    instant: true,
  });
  expect(panelOf(pane, sources, 'timeseries', 'Then', onlyFor).targets?.[0]).toMatchObject({
    expr: 'up',
    instant: false,
  });
});
