import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBoot, type BootData } from '../../../kernel/boot';
import { queryClient } from '../../../kernel/query';
import { ForeignRules } from './ForeignRules';

const source = (name: string, type: string, jsonData: Record<string, unknown> = {}) => ({
  id: 1,
  uid: name,
  name,
  type,
  isDefault: false,
  jsonData,
  meta: { id: type, name: type },
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
  datasources: {
    logs: source('logs', 'loki', { alertmanagerUid: 'pager' }),
    pager: source('pager', 'alertmanager'),
    bare: source('bare', 'loki'),
    down: source('down', 'prometheus'),
    unmanaged: source('unmanaged', 'prometheus', { manageAlerts: false }),
  },
} satisfies BootData['settings'];
const groups = [
  {
    name: 'g',
    file: 'shop',
    interval: 60,
    rules: [
      {
        name: 'Errors',
        state: 'inactive',
        health: 'ok',
        type: 'alerting',
        labels: { team: 'web', host: '{{ $labels.host }}' },
      },
    ],
  },
];
const answers: Record<string, [number, unknown]> = {
  logs: [200, { data: { groups } }],
  bare: [404, { messageId: 'ruler.missing', message: 'no ruler' }],
  down: [502, { messageId: 'outbound.unreachable', message: 'down refused the connection.' }],
};
const fetched = vi.fn<typeof fetch>(async (address) => {
  const [status, body] = answers[String(address).split('/')[3] ?? ''] ?? [500, {}];
  return new Response(JSON.stringify(body), { status });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockClear());
  setBoot({ settings, user: { permissions: ['alerting:write'] } as unknown as BootData['user'] });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('sources that evaluate rules are listed, and one without a ruler is nothing to tell of', async () => {
  const search = { text: '', state: '', source: '', receiver: '' } as const;
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <ForeignRules search={search} nameOfSource={(uid) => uid} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(screen.getByRole('list', { name: 'Rules of logs' })).toBeDefined();
  expect(container.textContent).not.toContain('bare');
  expect(screen.getByText(/down could not be loaded: down refused/)).toBeDefined();
  expect(fetched.mock.calls.some(([address]) => String(address).includes('unmanaged'))).toBe(false);
});

test('a rule of a source that names its Alertmanager is silenced there', async () => {
  const search = { text: '', state: '', source: '', receiver: '' } as const;
  render(
    <QueryClientProvider client={queryClient}>
      <ForeignRules search={search} nameOfSource={(uid) => uid} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  vi.useRealTimers(); // The menu's code is loaded when it opens.
  fireEvent.click(screen.getByRole('button', { name: 'Menu of Errors' }));
  const link = await screen.findByRole('menuitem', { name: 'Silence' });
  expect(link.getAttribute('href')).toBe(
    '/alerting/silence/new?alertmanager=pager&matcher=alertname%3DErrors&matcher=team%3Dweb',
  );
});
