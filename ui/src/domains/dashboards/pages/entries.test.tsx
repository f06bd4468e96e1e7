import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setBoot, type BootData } from '../../../kernel/boot';
import { currentNotices } from '../../../kernel/events';
import { queryClient } from '../../../kernel/query';
import { listenForShortcuts } from '../../../kernel/shortcuts';
import { BrowsePage } from './BrowsePage';
import { DashboardPage } from './DashboardPage';
import { HomePage } from './HomePage';
import { NewDashboardPage } from './NewDashboardPage';

/** Parts of a page are code of their own. */
const SOON = { timeout: 10_000 };
const EDITOR = ['dashboards:read', 'dashboards:write'];
const VIEWER = ['dashboards:read'];

const empty = { uid: 'empty', title: 'Empty', schemaVersion: 39, tags: [], panels: [] };
let canSave = true;

function signIn(permissions: string[]) {
  setBoot({
    settings: { datasources: {}, defaultDatasource: '', minRefreshInterval: '5s' },
    user: { isSignedIn: true, login: 'x', permissions },
  } as unknown as BootData);
  canSave = permissions.includes('dashboards:write');
}

function open(address: string, path: string, page: React.ReactNode) {
  window.history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={queryClient}>
      <Route path={path}>{page}</Route>
    </QueryClientProvider>,
  );
}

const newLinks = () =>
  screen.queryAllByRole('link', { name: /New dashboard/ }).map((link) => link.getAttribute('href'));

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, window.location.origin);
    if (pathname === '/api/dashboards/uid/empty')
      return Response.json({ dashboard: empty, meta: { canSave } });
    if (pathname === '/api/folders/ops') return Response.json({ uid: 'ops', title: 'Operations' });
    return Response.json(pathname === '/api/dashboards/home' ? {} : []);
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('who may create dashboards', () => {
  beforeEach(() => signIn(EDITOR));

  test('starts a new one at home', async () => {
    open('/', '/', <HomePage />);
    await waitFor(() => expect(newLinks()).toEqual(['/dashboard/new']));
  });

  test('starts a new one in the folder that is open', async () => {
    open('/dashboards/f/ops', '/dashboards/f/:uid', <BrowsePage />);
    await screen.findByText('This folder is empty', undefined, SOON);
    const href = '/dashboard/new?folderUid=ops';
    expect(newLinks()).toEqual([href, href]);
  });

  test('begins to edit a dashboard without panels from its empty page', async () => {
    open('/d/empty', '/d/:uid', <DashboardPage />);
    await screen.findByText('This dashboard has no panels', undefined, SOON);
    expect(screen.queryByRole('button', { name: 'Edit JSON' })).toBeNull();
    const edit = screen.getAllByRole('button', { name: 'Edit' }).at(-1)!;
    fireEvent.click(edit);
    expect(window.location.search).toContain('edit');
  });
});

describe('who may not', () => {
  beforeEach(() => signIn(VIEWER));

  test('is offered no new dashboard, and the address explains why', async () => {
    open('/', '/', <HomePage />);
    await screen.findByText('Browse dashboards');
    expect(newLinks()).toEqual([]);
    cleanup();
    open('/dashboards/f/ops', '/dashboards/f/:uid', <BrowsePage />);
    await screen.findByText('This folder is empty', undefined, SOON);
    expect(newLinks()).toEqual([]);
    cleanup();
    open('/dashboard/new', '/dashboard/new', <NewDashboardPage />);
    expect(screen.getByText('You need the Editor role to create dashboards')).toBeTruthy();
  });

  test('has no Edit; e says that the permission is missing and edits nothing', async () => {
    open('/d/empty', '/d/:uid', <DashboardPage />);
    await screen.findByText('This dashboard has no panels', undefined, SOON);
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    const stop = listenForShortcuts();
    fireEvent.keyDown(document.body, { key: 'e' });
    await waitFor(() =>
      expect(currentNotices().map(({ message }) => message)).toEqual([
        'You do not have permission to edit this dashboard.',
      ]),
    );
    expect(window.location.search).not.toContain('edit');
    stop();
  });
});
