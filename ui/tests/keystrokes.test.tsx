/** How many components a keystroke renders again: counts, which do not depend on the machine. */
import { takeRenders, type Renders } from './renders';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route } from 'wouter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBoot, type BootData } from '../src/kernel/boot';
import { queryClient } from '../src/kernel/query';

// Editors of sources are CodeMirror, which this document cannot show.
vi.mock('../src/plugins/SourceQueryEditor', () => ({
  SourceQueryEditor: ({ query, onChange }: { query: Query; onChange: (next: Query) => void }) => (
    <input
      aria-label={`Text of ${query.refId}`}
      value={query.expr}
      onChange={(event) => onChange({ ...query, expr: event.target.value })}
    />
  ),
}));
vi.mock('../src/plugins/datasources', () => ({
  loadedSourceUi: () => undefined,
  loadSourceUi: async () => undefined,
  useSourceUi: () => ({ state: 'none' }),
}));
// Panels show what they got; how they draw it is tested elsewhere.
vi.mock('../src/plugins/panels', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePlugin: () => ({ state: 'ready', plugin: { api: 1, Panel: Shown } }),
}));

interface Query {
  refId: string;
  expr: string;
}

const Shown = ({ title }: { title: string }) => <p>Panel {title}</p>;

const RULES = 30;
const PANELS = 12;

const prometheus = { type: 'prometheus', uid: 'p', name: 'P', isDefault: true };
const settings = {
  datasources: { P: { ...prometheus, jsonData: {}, meta: { id: 'prometheus' } } },
  defaultDatasource: 'P',
  minRefreshInterval: '5s',
  exploreEnabled: true,
};
const permissions = ['alerting:write', 'dashboards:write', 'datasources:read'];
const user = {
  isSignedIn: true,
  orgRole: 'Admin',
  permissions,
};

const rule = (index: number) => ({
  expr: '',
  for: '5m',
  labels: { team: 'pay' },
  annotations: {},
  grafana_alert: {
    uid: `rule-${index}`,
    title: `Too slow ${index}`,
    condition: 'A',
    data: [],
    namespace_uid: 'pay',
    rule_group: 'latency',
    is_paused: false,
  },
});
const hit = (index: number) => ({
  uid: `d${index}`,
  title: `Dashboard ${index}`,
  type: 'dash-db',
  url: `/d/d${index}`,
  tags: [],
});
const source = { type: 'prometheus', uid: 'p' };
const queries = [
  { refId: 'A', expr: 'up', datasource: source },
  { refId: 'B', expr: 'down', datasource: source },
];
const dashboard = {
  uid: 'many',
  title: 'Many panels',
  schemaVersion: 39,
  time: { from: 'now-1h', to: 'now' },
  templating: {
    list: [
      { name: 'env', type: 'textbox', query: 'prod', current: { text: 'prod', value: 'prod' } },
    ],
  },
  panels: Array.from({ length: PANELS }, (_, index) => ({
    id: index + 1,
    type: 'stat',
    title: `Number ${index + 1}`,
    datasource: source,
    gridPos: { x: (index % 4) * 6, y: Math.floor(index / 4) * 6, w: 6, h: 6 },
    targets: [{ refId: 'A', expr: 'up{env="$env"}', datasource: source }],
  })),
};
const responses: Record<string, unknown> = {
  '/api/ruler/grafana/api/v1/rules': {
    Payments: [
      { name: 'latency', interval: '1m', rules: Array.from({ length: RULES }, (_, i) => rule(i)) },
    ],
  },
  '/api/prometheus/grafana/api/v1/rules': { status: 'success', data: { groups: [] } },
  '/api/search': Array.from({ length: 30 }, (_, i) => hit(i)),
  '/api/dashboards/uid/many': { dashboard, meta: {} },
  '/api/v1/alerting/policies/explain': { routes: [], sentences: [] },
  '/api/ds/query': {
    results: {
      A: {
        frames: [
          { schema: { fields: [{ name: 'Value', type: 'number' }] }, data: { values: [[1]] } },
        ],
      },
    },
  },
};

beforeEach(() => {
  setBoot({ settings, user } as unknown as BootData);
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, window.location.origin);
    return Response.json(responses[pathname] ?? []);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

async function open(address: string, page: ReactNode) {
  window.history.replaceState(null, '', address);
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  await settle();
}

/** Waits until nothing more is rendered: on a busy machine, what was deferred comes late. */
async function quiet() {
  await settle();
  while (takeRenders().total > 0) await settle();
}

/** What one more letter in a field renders, once the first letter has been typed. */
async function keystroke(field: HTMLElement) {
  await quiet();
  fireEvent.change(field, { target: { value: 's' } });
  await quiet();
  fireEvent.change(field, { target: { value: 'sl' } });
  await settle();
  return takeRenders();
}

/** Whether something was rendered, but not more than `most` components and none of the heavy ones. */
const atMost =
  (most: number, ...heavy: string[]) =>
  ({ total, byName }: Renders) =>
    total > 0 && total <= most && !heavy.some((name) => byName[name]);

const WAIT = { timeout: 30_000 };

test('a letter in the search of alert rules renders the field, not the rules', async () => {
  const { RulesPage } = await import('../src/domains/alerting/pages/RulesPage');
  await open('/alerting', <RulesPage />);
  await screen.findByText('Too slow 1', {}, WAIT);
  expect(await keystroke(screen.getByLabelText('Search alert rules'))).toSatisfy(
    atMost(85, 'RuleRow'),
  );
}, 60_000);

test('a letter in the search of dashboards renders the field alone', async () => {
  const { BrowsePage } = await import('../src/domains/dashboards/pages/BrowsePage');
  await open('/dashboards', <BrowsePage />);
  await screen.findByText('Dashboard 1', {}, WAIT);
  expect(await keystroke(screen.getByLabelText('Search dashboards and folders'))).toSatisfy(
    atMost(8, 'HitRow'),
  );
}, 60_000);

test('a letter in the name of an alert rule renders its card, not the queries', async () => {
  const { NewRulePage } = await import('../src/domains/alerting/pages/EditRulePage');
  await open('/alerting/new', <NewRulePage />);
  const name = await screen.findByLabelText('Name', {}, WAIT);
  expect(await keystroke(name)).toSatisfy(
    atMost(85, 'QueriesCard', 'BehaviourCard', 'BacktestCard'),
  );
}, 60_000);

test('a letter in the query of Explore renders its row, not the results', async () => {
  const { ExplorePage } = await import('../src/domains/explore/pages/ExplorePage');
  const panes = { a: { datasource: 'p', queries, range: { from: 'now-1h', to: 'now' } } };
  const address = `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`;
  await open(address, <ExplorePage />);
  await screen.findByText('Panel Table', {}, WAIT);
  expect(await keystroke(screen.getByLabelText('Text of A'))).toSatisfy(
    atMost(140, 'Results', 'ResultPanel', 'Shown'),
  );
}, 60_000);

test('a letter in a text variable renders the field, not the panels', async () => {
  const { DashboardPage } = await import('../src/domains/dashboards/pages/DashboardPage');
  const page = (
    <Route path="/d/:uid">
      <DashboardPage />
    </Route>
  );
  await open('/d/many', page);
  await screen.findByText(`Number ${PANELS}`, {}, WAIT);
  const field = await screen.findByRole('textbox', { name: 'env' }, WAIT);
  expect(await keystroke(field)).toSatisfy(atMost(3, 'PanelCard', 'Shown'));
}, 60_000);
