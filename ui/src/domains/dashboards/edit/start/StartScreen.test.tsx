import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PanelModel } from '../../../../data';
import { setBoot, type BootData } from '../../../../kernel/boot';
import { queryClient } from '../../../../kernel/query';
import { listenForShortcuts } from '../../../../kernel/shortcuts';
import type { LayoutItem } from '../../model/layout';
import { blankDashboard } from '../../model/blankDashboard';
import { DraftProvider } from '../draft/context';
import { createDraftStore, type DraftStore } from '../draft/store';
import { AddMenu } from './AddMenu';
import { StartScreen } from './StartScreen';

const session = vi.hoisted(() => ({
  sources: { list: [] as object[], fallback: undefined as object | undefined },
  urls: [] as object[],
  drawn: [] as string[],
}));

// Panels are tested with their queries elsewhere; here it counts which ones are drawn.
vi.mock('../../parts/panel/PanelCard', () => ({
  PanelCard: ({ item }: { item: LayoutItem }) => {
    session.drawn.push(String(item.panel.targets?.[0]?.['expr']));
    return null;
  },
}));
vi.mock('../../session/context', () => {
  const dashboard = {
    setUrl: (url: object) => session.urls.push(url),
    sources: session.sources,
    variables: { states: () => new Map() },
  };
  return { useDashboard: () => dashboard };
});

/** Parts of the editor and of data sources are code of their own. */
const SOON = { timeout: 10_000 };
const REF = { type: 'prometheus', uid: 'p' };
const PROMETHEUS = {
  ...REF,
  name: 'Prometheus',
  isDefault: true,
  jsonData: {},
  meta: { id: 'prometheus', name: 'Prometheus', category: 'metrics', variableFormat: 'promql' },
};
const NAMES = ['go_threads', 'http_requests_total', 'rpc_seconds_bucket', 'rpc_seconds_count'];

let stop: () => void;

beforeEach(() => {
  Object.assign(session, { urls: [], drawn: [] });
  Object.assign(session.sources, { list: [PROMETHEUS], fallback: PROMETHEUS });
  setBoot({
    settings: { buildInfo: { version: '10.4.0' }, datasources: {} },
    user: { permissions: ['dashboards:write', 'datasources:read', 'datasources:write'] },
  } as unknown as BootData);
  vi.stubGlobal('fetch', async () => Response.json({ data: NAMES }));
  stop = listenForShortcuts();
});
afterEach(() => {
  stop();
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function open(part: React.ReactNode, panels: PanelModel[] = []): DraftStore {
  const store = createDraftStore({ model: { ...blankDashboard(), panels }, version: 0 });
  render(
    <QueryClientProvider client={queryClient}>
      <DraftProvider value={store}>{part}</DraftProvider>
    </QueryClientProvider>,
  );
  return store;
}

const search = () => screen.getByRole('combobox', { name: 'Search metrics' });
const selected = () => screen.getByRole('option', { selected: true }).textContent;
const added = (store: DraftStore) =>
  store.get().model.panels.map(({ title, type, gridPos: { x, y, w, h } }) => ({
    title,
    type,
    place: [x, y, w, h],
  }));

test('a metric is found by typing, and Enter adds its two suggested panels in one step', async () => {
  const store = open(<StartScreen />);
  expect(document.activeElement).toBe(search());
  fireEvent.change(search(), { target: { value: 'http' } });
  await screen.findByRole('option', { name: /http_requests_total/ }, SOON);
  await waitFor(() => expect(selected()).toBe('http_requests_totalcounter · Prometheus'));
  expect(session.drawn).toContain('sum(rate(http_requests_total[$__rate_interval]))');
  fireEvent.keyDown(search(), { key: 'Enter' });
  expect(added(store)).toEqual([
    { title: 'Http requests per second', type: 'timeseries', place: [0, 0, 12, 8] },
    { title: 'Top 5 of http requests per second', type: 'bargauge', place: [12, 0, 12, 8] },
  ]);
  expect(store.get().past.length).toBe(1);
  const ids = store.get().model.panels.map(({ id }) => id);
  expect(ids).toEqual([1, 2]);
});

test('arrows choose another metric; a tick adds a panel that was not suggested first', async () => {
  const store = open(<StartScreen />);
  await screen.findByRole('option', { name: /go_threads/ }, SOON);
  expect(screen.getAllByRole('option')).toHaveLength(3);
  fireEvent.keyDown(search(), { key: 'ArrowDown' });
  fireEvent.keyDown(search(), { key: 'ArrowDown' });
  expect(selected()).toContain('rpc_seconds');
  const [quantiles, heatmap, count] = screen.getAllByRole('checkbox');
  for (const box of [quantiles!, heatmap!, count!]) fireEvent.click(box);
  fireEvent.keyDown(count!, { key: 'Enter' });
  expect(added(store).map(({ title }) => title)).toEqual([
    'Observations of rpc seconds per second',
  ]);
});

test('nothing is added where nothing is ticked or found', async () => {
  const store = open(<StartScreen />);
  await screen.findByRole('option', { name: /go_threads/ }, SOON);
  fireEvent.change(search(), { target: { value: 'no such metric' } });
  expect(screen.getByRole('status').textContent).toContain('0 metrics');
  fireEvent.keyDown(search(), { key: 'Enter' });
  expect(added(store)).toEqual([]);
});

test('a source that does not answer is named', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'connection refused' }, { status: 502 }),
  );
  open(<StartScreen />);
  const problem = await screen.findByRole('alert', undefined, SOON);
  expect(problem.textContent).toBe(
    'Cannot load the metric names of Prometheus: connection refused',
  );
});

test('an empty panel opens in the panel editor with a query to the default source', async () => {
  const store = open(<StartScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Empty panel' }));
  await waitFor(() => expect(session.urls).toHaveLength(1), SOON);
  expect(session.urls).toEqual([{ edit: true, editPanel: '1', tab: undefined }]);
  expect(store.get().model.panels).toMatchObject([
    { id: 1, type: 'timeseries', datasource: REF, targets: [{ refId: 'A', datasource: REF }] },
  ]);
});

test('without data sources it leads to adding one', () => {
  Object.assign(session.sources, { list: [], fallback: undefined });
  open(<StartScreen />);
  const link = screen.getByRole('link', { name: 'Add a data source' });
  expect(link.getAttribute('href')).toBe('/datasources/new');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/import');
});

test('a opens the Add menu, which adds a row below the panels', async () => {
  const panel = { id: 4, type: 'stat', title: 'Up', gridPos: { x: 0, y: 0, w: 6, h: 4 } };
  const store = open(<AddMenu />, [panel as PanelModel]);
  fireEvent.keyDown(document.body, { key: 'a' });
  const menu = await screen.findByRole('menu', { name: 'Add', hidden: true }, SOON);
  const names = within(menu)
    .getAllByRole('menuitem', { hidden: true })
    .map(({ textContent }) => textContent);
  expect(names.slice(0, 4)).toEqual(['Panel from data', 'Empty panel', 'Text', 'Row']);
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Row', hidden: true }));
  expect(added(store).map(({ title, place }) => [title, place])).toEqual([
    ['Up', [0, 0, 6, 4]],
    ['New row', [0, 4, 24, 1]],
  ]);
});

test('Panel from data in the menu adds to the first free place', async () => {
  const panel = { id: 4, type: 'stat', title: 'Up', gridPos: { x: 0, y: 0, w: 12, h: 8 } };
  const store = open(<AddMenu />, [panel as PanelModel]);
  fireEvent.click(screen.getByRole('button', { name: /^Add/ }));
  const item = { name: 'Panel from data', hidden: true };
  fireEvent.click(await screen.findByRole('menuitem', item, SOON));
  await screen.findByRole('option', { name: /go_threads/ }, SOON);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Go threads now' }));
  fireEvent.click(screen.getByRole('button', { name: /^Add 1 panel/ }));
  expect(added(store)[1]).toEqual({
    title: 'Go threads',
    type: 'timeseries',
    place: [12, 0, 12, 8],
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});
