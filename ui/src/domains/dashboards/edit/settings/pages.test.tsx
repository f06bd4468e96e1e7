import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DashboardModel } from '../../../../data';
import { queryClient } from '../../../../kernel/query';
import { blankDashboard } from '../../model/blankDashboard';
import { DraftProvider } from '../draft/context';
import { createDraftStore, type DraftStore } from '../draft/store';
import { stepWords } from '../model/steps';
import { General } from './General';
import { Links } from './Links';
import { Versions } from './Versions';

vi.mock('../../session/context', () => {
  const dashboard = {
    uid: 'd1',
    canSave: true,
    stored: { meta: { folderUid: 'ops', folderTitle: 'Ops' } },
    sources: { byKey: new Map() },
  };
  return {
    useDashboard: () => dashboard,
    useDashboardTime: () => ({ timeZone: 'UTC' }),
    useDashboardValues: () => ({ values: { service: { value: 'api', text: 'api' } } }),
  };
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
}
let sent: Sent[] = [];
let answers: Record<string, unknown> = {};

beforeEach(() => {
  sent = [];
  answers = { 'GET /api/dashboards/tags': [{ term: 'prod', count: 3 }], 'GET /api/search': [] };
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('fetch', async (url: string, init: { method?: string; body?: string }) => {
    const { pathname } = new URL(url, window.location.origin);
    const method = init.method ?? 'GET';
    sent.push({ method, path: pathname, body: init.body && JSON.parse(init.body) });
    const answer = answers[`${method} ${pathname}`];
    return answer === undefined
      ? Response.json({ message: 'Not found' }, { status: 404 })
      : Response.json(answer);
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const saved: DashboardModel = {
  ...blankDashboard(),
  uid: 'd1',
  title: 'Orders',
  version: 3,
};
delete saved.description;

function open(page: ReactNode, model: DashboardModel = saved): DraftStore {
  const store = createDraftStore({ model, version: 3 });
  render(
    <QueryClientProvider client={queryClient}>
      <DraftProvider value={store}>{page}</DraftProvider>
    </QueryClientProvider>,
  );
  return store;
}
const input = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(input(label), { target: { value } });
const words = (store: DraftStore) =>
  store.get().past.map(({ label, after }) => stepWords(label, after));

describe('general settings', () => {
  test('opening the page changes nothing', () => {
    const store = open(<General />);
    expect(store.get().model).toBe(saved);
  });

  test('each setting is a named step, and typing is one step', () => {
    const store = open(<General />);
    type('Title', 'Orders E');
    type('Title', 'Orders EU');
    store.closeStep();
    fireEvent.change(input('Week starts on'), { target: { value: 'monday' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Crosshair and tooltip' }));
    fireEvent.click(input('Hide the time picker'));
    fireEvent.click(input('Editable'));
    const { model } = store.get();
    expect(model).toMatchObject({
      title: 'Orders EU',
      weekStart: 'monday',
      graphTooltip: 2,
      timepicker: { hidden: true },
      editable: false,
    });
    expect(words(store)).toHaveLength(5);
    expect(words(store)[0]).toContain('Orders → Orders EU');
    for (let step = 0; step < 5; step += 1) act(() => void store.undo());
    expect(store.get().model).toBe(saved);
  });

  test('a setting that returns to its default leaves no key behind', () => {
    const store = open(<General />);
    type(/^Description/, 'What it shows');
    type(/^Description/, '');
    fireEvent.click(input('Hide the time picker'));
    fireEvent.click(input('Hide the time picker'));
    type('Refresh intervals', '30s');
    type('Refresh intervals', '');
    type('Delay of now', '1m');
    type('Delay of now', '');
    expect(store.get().model).toEqual(saved);
    expect(Object.keys(store.get().model)).toEqual(Object.keys(saved));
  });

  test('durations go into the draft only while they are valid', () => {
    const store = open(<General />);
    type('Refresh intervals', '30s, 5m');
    type('Refresh intervals', '30s, 5m, soon');
    expect(screen.getByRole('alert').textContent).toContain('“soon” is not a duration');
    expect(input('Refresh intervals').value).toBe('30s, 5m, soon');
    expect(store.get().model.timepicker.refresh_intervals).toEqual(['30s', '5m']);
    type('Refresh intervals', '30s, 5m, 1h');
    expect(screen.queryByRole('alert')).toBeNull();
    type('Delay of now', 'later');
    expect(screen.getByRole('alert').textContent).toContain('“later” is not a duration');
    expect(store.get().model.timepicker).toEqual({ refresh_intervals: ['30s', '5m', '1h'] });
  });

  test('an empty title is named as what keeps the dashboard from being saved', () => {
    open(<General />);
    type('Title', '');
    expect(screen.getByRole('alert').textContent).toContain('needs a title');
  });

  test('moving to another folder is sent at once and is no change of the draft', async () => {
    answers['GET /api/search'] = [
      { uid: 'ops', title: 'Ops' },
      { uid: 'shop', title: 'Shop' },
    ];
    answers['GET /api/dashboards/uid/d1'] = { dashboard: { ...saved }, meta: {} };
    answers['POST /api/dashboards/db'] = { uid: 'd1', version: 4 };
    const store = open(<General />);
    await screen.findByRole('button', { name: 'Folder: Ops' });
    fireEvent.click(screen.getByRole('button', { name: 'Folder: Ops' }));
    fireEvent.click(await screen.findByRole('option', { name: /Shop/ }));
    await waitFor(() => expect(store.get().base.version).toBe(4));
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ folderUid: 'shop' });
    expect(store.get().model).toBe(store.get().base.model);
  });
});

describe('links', () => {
  const two = {
    ...saved,
    links: [
      { title: 'Runbook', url: '/run?s=${service}', type: 'link' as const, future: 1 },
      { title: 'Tickets', url: 'https://tickets.example', type: 'link' as const },
    ],
  };

  test('a link is added, filled in and shown where it leads, by keyboard', async () => {
    const store = open(<Links />);
    fireEvent.click(screen.getByRole('button', { name: 'Add link' }));
    await waitFor(() => expect(document.activeElement).toBe(input('Title')));
    type('Title', 'Runbook');
    type('URL', '/run?s=${service}');
    fireEvent.click(input('Open in a new tab'));
    const shown = within(screen.getByRole('group', { name: 'Preview' })).getByRole('link');
    expect(shown.getAttribute('href')).toBe('/run?s=api');
    expect(shown.getAttribute('target')).toBe('_blank');
    expect(store.get().model.links[0]).toMatchObject({
      title: 'Runbook',
      type: 'link',
      url: '/run?s=${service}',
      targetBlank: true,
    });
  });

  test('links are moved with Alt and the arrow keys, and removing keeps the focus', async () => {
    const store = open(<Links />, two);
    const handle = screen.getByRole('button', { name: 'Move Runbook' });
    handle.focus();
    fireEvent.keyDown(handle, { key: 'ArrowDown', altKey: true });
    expect(store.get().model.links.map(({ title }) => title)).toEqual(['Tickets', 'Runbook']);
    expect(store.get().model.links[1]).toBe(two.links[0]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Runbook' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove Runbook' }));
    await waitFor(() => expect(document.activeElement).toBe(input('Title')));
    fireEvent.click(screen.getByRole('button', { name: 'Remove Tickets' }));
    const add = screen.getByRole('button', { name: 'Add link' });
    await waitFor(() => expect(document.activeElement).toBe(add));
    expect(words(store)).toEqual(['Reorder links', 'Remove link Runbook', 'Remove link Tickets']);
  });

  test('a change of one key leaves the others, unknown ones too, as they are', () => {
    const store = open(<Links />, two);
    fireEvent.click(screen.getAllByLabelText('Pass the time range')[0]!);
    expect(store.get().model.links).toEqual([{ ...two.links[0], keepTime: true }, two.links[1]]);
    expect(store.get().model.links[1]).toBe(two.links[1]);
  });

  test('the form follows the type, and the preview lists what the tags find', async () => {
    answers['GET /api/search'] = [{ uid: 'x', title: 'Payments', url: '/d/x/payments' }];
    const store = open(<Links />, two);
    fireEvent.click(screen.getAllByRole('radio', { name: 'Dashboards by tag' })[0]!);
    expect(store.get().model.links[0]).toEqual({ ...two.links[0], type: 'dashboards' });
    expect(await screen.findByRole('link', { name: 'Payments' })).toBeTruthy();
    expect(screen.getByLabelText('Show as a menu')).toBeTruthy();
  });
});

describe('versions', () => {
  const listed = (version: number, message = '') => ({
    version,
    message,
    created: '2026-01-02T03:04:05Z',
    createdBy: 'ada',
    restoredFrom: 0,
  });
  const path = '/api/dashboards/uid/d1/versions';
  beforeEach(() => {
    answers[`GET ${path}`] = [listed(3, 'Newest change'), listed(2), listed(1)];
    for (const [version, title] of [
      [1, 'First'],
      [2, 'Second'],
      [3, 'Orders'],
    ] as const)
      answers[`GET ${path}/${version}`] = { data: { ...saved, title, version } };
  });
  const compare = async (name: string) =>
    fireEvent.click(await screen.findByRole('checkbox', { name: `Compare ${name}` }));

  test('any two are compared in words, the older one first', async () => {
    const store = open(<Versions />);
    await compare('Version 2');
    await compare('Version 1');
    const section = await screen.findByRole('region', { name: 'From version 1 to version 2' });
    expect((await within(section).findByText('Title')).closest('li')?.textContent).toContain(
      'Second',
    );
    act(() =>
      store.run({
        label: { verb: 'set', subject: 'dashboard' },
        change: (model) => ({ ...model, title: 'Mine' }),
      }),
    );
    await compare('Draft');
    // The first choice made way.
    const other = await screen.findByRole('region', { name: 'From version 1 to the draft' });
    expect((await within(other).findByText('Title')).closest('li')?.textContent).toContain('Mine');
  });

  test('a version loads into the draft as one step, and undo takes it back', async () => {
    const store = open(<Versions />);
    fireEvent.click(await screen.findByRole('button', { name: 'Load version 1 into draft' }));
    await waitFor(() => expect(store.get().model.title).toBe('First'));
    expect(store.get().model).toEqual({ ...saved, title: 'First' });
    expect(words(store)).toEqual(['Load version 1']);
    expect(sent.every(({ method }) => method === 'GET')).toBe(true);
    act(() => void store.undo());
    expect(store.get().model).toBe(saved);
  });

  const restore = async () => {
    answers['POST /api/dashboards/uid/d1/restore'] = { version: 4 };
    answers[`GET ${path}/4`] = { data: { ...saved, title: 'First', version: 4 } };
    fireEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    answers[`GET ${path}`] = [listed(4, 'Restored'), listed(3), listed(2), listed(1)];
    fireEvent.click(
      within(screen.getByRole('dialog', { name: 'Restore version 1?' })).getByRole('button', {
        name: 'Restore',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1 });
  };

  test('a restored version is saved, and a draft without changes follows it', async () => {
    const store = open(<Versions />);
    await restore();
    const { base, model } = store.get();
    expect(base.version).toBe(4);
    expect(model).toBe(base.model);
    expect(model.title).toBe('First');
  });

  test('unsaved changes of the draft survive restoring a version', async () => {
    const store = open(<Versions />);
    const change = (model: DashboardModel) => ({ ...model, description: 'Mine' });
    store.run({ label: { verb: 'set', subject: 'dashboard' }, change });
    await restore();
    expect(store.get().model).toEqual({ ...saved, description: 'Mine' });
    expect(store.get().base.version).toBe(3);
  });
});
