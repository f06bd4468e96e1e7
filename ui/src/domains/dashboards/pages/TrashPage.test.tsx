import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBoot } from '../../../kernel/boot';
import type { BootData } from '../../../kernel/bootData';
import { queryClient } from '../../../kernel/query';
import { TrashPage } from './TrashPage';

const trashed = (id: number, title: string, more = {}) => ({
  id,
  uid: `uid-${id}`,
  title,
  folderUid: 'ops',
  folderTitle: 'Ops',
  isFolderGone: false,
  version: 3,
  deleted: '2026-01-02T03:04:05Z',
  deletedBy: 'ada',
  expires: '2026-02-01T03:04:05Z',
  ...more,
});

let items: ReturnType<typeof trashed>[] = [];
let sent: { method: string; url: string; body: unknown }[] = [];

beforeEach(() => {
  items = [trashed(1, 'Orders'), trashed(2, 'Payments', { isFolderGone: true })];
  sent = [];
  Element.prototype.scrollIntoView = () => undefined;
  setBoot({
    settings: {},
    user: { permissions: ['dashboards:delete'] },
  } as unknown as BootData);
  vi.stubGlobal('fetch', async (address: string, init: { method?: string; body?: string }) => {
    const url = new URL(address, window.location.origin);
    const method = init.method ?? 'GET';
    if (url.pathname === '/api/search')
      return Response.json([
        { uid: 'ops', title: 'Ops' },
        { uid: 'shop', title: 'Shop' },
      ]);
    if (method !== 'GET') {
      sent.push({
        method,
        url: url.pathname + url.search,
        body: init.body && (JSON.parse(init.body) as unknown),
      });
      items = items.filter(({ uid }) => !url.pathname.includes(uid));
      return Response.json({});
    }
    const text = url.searchParams.get('query') ?? '';
    const dashboards = items.filter(({ title }) => title.includes(text));
    return Response.json({ totalCount: dashboards.length, dashboards, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <TrashPage />
    </QueryClientProvider>,
  );
  await screen.findByRole('cell', { name: 'Orders' });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const inDialog = (name: string) => within(screen.getByRole('dialog', { name }));

test('a deleted dashboard is restored to its folder', async () => {
  await open();
  press('Restore Orders');
  fireEvent.click(inDialog('Restore Orders').getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Orders' })).toBeNull());
  expect(sent).toEqual([
    { method: 'PATCH', url: '/api/dashboards/uid/uid-1/trash', body: { folderUid: 'ops', id: 1 } },
  ]);
});

test('a dashboard whose folder is gone is restored to another one', async () => {
  await open();
  expect(screen.getByRole('cell', { name: 'Deleted folder' })).toBeTruthy();
  press('Restore Payments');
  fireEvent.click(screen.getByRole('button', { name: 'Folder: Dashboards' }));
  fireEvent.click(await screen.findByRole('option', { name: /Shop/ }));
  fireEvent.click(inDialog('Restore Payments').getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ folderUid: 'shop', id: 2 });
});

test('deleting for good asks first', async () => {
  await open();
  press('Delete Orders permanently');
  expect(sent).toEqual([]);
  fireEvent.click(
    inDialog('Delete Orders permanently?').getByRole('button', { name: 'Delete permanently' }),
  );
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Orders' })).toBeNull());
  expect(sent).toEqual([
    { method: 'DELETE', url: '/api/dashboards/uid/uid-1/trash?id=1', body: undefined },
  ]);
});

test('the list is searched by title', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('Search deleted dashboards'), {
    target: { value: 'Pay' },
  });
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Orders' })).toBeNull());
  expect(screen.getByRole('cell', { name: 'Payments' })).toBeTruthy();
});
