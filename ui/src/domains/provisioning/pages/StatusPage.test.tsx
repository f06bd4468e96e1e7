import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBoot, type BootData } from '../../../kernel/boot';
import { queryClient } from '../../../kernel/query';
import { StatusPage } from './StatusPage';

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
  datasources: {},
} satisfies BootData['settings'];
const sources = [
  { kind: 'folders', file: 'folders/a.yaml', state: 'ok', items: 1 },
  {
    kind: 'teams',
    file: 'teams/a.yaml',
    state: 'ignored',
    message: 'This version reads no files in teams/.',
  },
  {
    kind: 'alerting',
    file: 'alerting/a.yaml',
    state: 'error',
    line: 3,
    message: 'name is missing.',
  },
];

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ sources }))),
  );
  setBoot({ settings, user: { permissions: [] } as unknown as BootData['user'] });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a file that nothing reads is listed with the reason, behind those that fail', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <StatusPage />
    </QueryClientProvider>,
  );
  await screen.findByText('teams/a.yaml');
  const [, ...rows] = screen.getAllByRole('row');
  const shown = ['Failing', 'Not loaded', 'Applied'];
  expect(rows).toHaveLength(shown.length);
  for (const [index, row] of rows.entries())
    expect(within(row).getByText(shown[index] as string)).toBeDefined();
  expect(
    within(rows[1] as HTMLElement).getByText('This version reads no files in teams/.'),
  ).toBeDefined();
  expect(screen.getByText('1 failing')).toBeDefined();
});
