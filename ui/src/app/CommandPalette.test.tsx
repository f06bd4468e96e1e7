import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBoot, type BootData } from '../kernel/boot';
import { queryClient } from '../kernel/query';
import { CommandPalette } from './CommandPalette';

const metrics = (id: number, uid: string, name: string) => ({
  id,
  uid,
  name,
  type: 'prometheus',
  isDefault: id === 1,
  jsonData: {},
  meta: { id: 'prometheus', name: 'Prometheus', category: 'metrics' },
});
const settings = {
  appUrl: '/',
  appSubUrl: '',
  buildInfo: { version: '10.4.0' },
  defaultDatasource: '',
  anonymousEnabled: false,
  loginHint: '',
  passwordHint: '',
  disableLoginForm: false,
  minRefreshInterval: '5s',
  exploreEnabled: true,
  viewersCanEdit: false,
  defaultTheme: 'dark',
  dashboardVersionsToKeep: 20,
  datasources: { Shop: metrics(1, 'shop', 'Shop'), Old: metrics(2, 'old', 'Old') },
} satisfies BootData['settings'];
const permissions = ['datasources:read', 'alerting:read', 'dashboards:write'];
const names = ['http_requests_total', 'node_cpu_seconds_total', 'shop.orders', 'up'];
const titles = [
  { uid: 'w', title: 'Welcome tour', type: 'dash-db', url: '/d/w/welcome', tags: [] },
];
const rules = [
  {
    file: 'Shop',
    name: 'Tour',
    interval: 30,
    rules: [
      { uid: 'd', name: 'Disk nearly full', state: 'firing', health: 'ok', type: 'alerting' },
    ],
  },
];
/** The code of a plugin is loaded when it is first needed. */
const SOON = { timeout: 10_000 };
const oldFails = () =>
  new Response(JSON.stringify({ message: 'connection refused' }), { status: 502 });

const fetched = vi.fn(async (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname.includes('/uid/shop/resources/'))
    return new Response(JSON.stringify({ data: names }));
  if (pathname.includes('/uid/old/resources/')) return oldFails();
  if (pathname === '/api/search')
    return new Response(JSON.stringify(searchParams.get('query') ? [] : titles));
  if (pathname.startsWith('/api/prometheus/'))
    return new Response(
      JSON.stringify({ data: { groups: searchParams.get('search') ? [] : rules } }),
    );
  return new Response('[]');
});

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  vi.stubGlobal('fetch', fetched);
  setBoot({ settings, user: { permissions, isSignedIn: true } as unknown as BootData['user'] });
  render(
    <QueryClientProvider client={queryClient}>
      <CommandPalette onClose={() => {}} onSwitchTheme={() => {}} />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  fetched.mockClear();
  vi.unstubAllGlobals();
});

const type = (text: string) =>
  fireEvent.change(screen.getByRole('combobox', { hidden: true }), { target: { value: text } });
const options = async (group: string) => {
  const found = await screen.findByRole('group', { name: group, hidden: true }, SOON);
  return within(found)
    .getAllByRole('option', { hidden: true })
    .map((option) => option.textContent);
};

test('@ finds metrics of all metrics sources, and says which source fails', async () => {
  type('@cpu');
  expect(await options('Metrics')).toEqual(['node_cpu_seconds_totalShop']);
  const problem = await screen.findByRole('alert', { hidden: true }, SOON);
  expect(problem.textContent).toBe('Cannot load the metric names of Old: connection refused');
});

test('a metric opens Explore with the metric as its query', async () => {
  const go = vi.spyOn(history, 'pushState');
  type('@shop');
  await options('Metrics');
  fireEvent.keyDown(screen.getByRole('combobox', { hidden: true }), { key: 'Enter' });
  const address = new URL(String(go.mock.lastCall?.[2]), 'http://localhost');
  expect(address.pathname).toBe('/explore');
  const { a } = JSON.parse(address.searchParams.get('panes') ?? '{}');
  expect(a.datasource).toBe('shop');
  expect(a.queries).toMatchObject([
    { refId: 'A', expr: '{"shop.orders"}', datasource: { uid: 'shop' } },
  ]);
});

test('letters in order find pages, dashboards and alert rules', async () => {
  type('wtour');
  expect(await options('Dashboards')).toEqual(['Welcome tour']);
  type('dnf');
  expect(await options('Alert rules')).toEqual(['Disk nearly full ShopFiring']);
  type('cpts');
  expect(await options('Go to')).toEqual(['Contact points']);
});

test('a viewer without Explore finds neither its page nor metrics that open in it', async () => {
  setBoot({
    settings,
    user: { permissions, isSignedIn: true, orgRole: 'Viewer' } as unknown as BootData['user'],
  });
  type('explore');
  await screen.findByText(/^No results for/, undefined, SOON);
  type('@cpu');
  expect(screen.queryByRole('group', { name: 'Metrics', hidden: true })).toBeNull();
});
