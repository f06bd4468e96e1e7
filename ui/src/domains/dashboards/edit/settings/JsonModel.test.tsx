import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { DashboardModel } from '../../../../data';
import { blankDashboard } from '../../model/blankDashboard';
import { DraftProvider } from '../draft/context';
import { createDraftStore, type DraftStore } from '../draft/store';
import { JsonModel } from './JsonModel';

beforeAll(() => import('../../../../sdk/editor/JsonEditor'));
afterEach(cleanup);

const saved: DashboardModel = {
  ...blankDashboard(),
  uid: 'd1',
  version: 4,
  title: 'Orders',
  panels: [{ id: 1, type: 'stat', title: 'Rate', gridPos: { x: 0, y: 0, w: 8, h: 4 } }],
};

async function open(store = createDraftStore({ model: saved, version: 4 })): Promise<DraftStore> {
  render(
    <DraftProvider value={store}>
      <JsonModel />
    </DraftProvider>,
  );
  await screen.findByRole('textbox', { name: 'Dashboard JSON' });
  return store;
}
const view = () => EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Dashboard JSON' }))!;
const text = () => view().state.doc.toString();
const type = (from: string, to: string) =>
  act(() => {
    const at = text().indexOf(from);
    view().dispatch({ changes: { from: at, to: at + from.length, insert: to } });
  });
const applyButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
const problems = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const apply = async () => {
  fireEvent.click(applyButton());
  await waitFor(() => expect(applyButton().disabled).toBe(true));
};

test('a wrong type is listed with its path and cannot be applied', async () => {
  const store = await open();
  expect(screen.getByRole('status').textContent).toBe('No problems');
  type('"w": 8', '"w": "wide"');
  expect(problems()).toEqual(['panels[0].gridPos.wThis value must be a number, not a text.']);
  expect(applyButton().disabled).toBe(true);
  await waitFor(
    () => expect(document.querySelector('.cm-lintRange-error')?.textContent).toBe('"wide"'),
    {
      timeout: 5000,
    },
  );

  const item = within(screen.getByRole('list', { name: 'Problems' })).getByRole('button');
  fireEvent.click(item);
  const { from, to } = view().state.selection.main;
  expect(text().slice(from, to)).toBe('"wide"');
  expect(store.get().past).toEqual([]);

  type('"wide"', '12');
  expect(problems()).toEqual([]);
  expect(applyButton().disabled).toBe(false);
});

test('an unknown key is applied as one step, and undo takes it back', async () => {
  const store = await open();
  type('"title": "Rate"', '"title": "Rates", "future": [null]');
  await apply();
  const { model, past } = store.get();
  expect(past.map(({ label }) => label)).toEqual([
    { verb: 'apply', subject: 'json', from: undefined },
  ]);
  expect(model.panels[0]).toMatchObject({ title: 'Rates', future: [null] });
  expect(document.activeElement).toBe(view().contentDOM);
  act(() => void store.undo());
  expect(store.get().model).toBe(saved);
  expect(text()).toBe(JSON.stringify(saved, null, 2));
});

test('JSON of another dashboard keeps the identity of this one and shares equal panels', async () => {
  const store = await open();
  const other = { ...saved, id: 99, uid: 'other', version: 77, title: 'Copied' };
  type(text(), JSON.stringify(other));
  await apply();
  const { model } = store.get();
  expect(model).toEqual({ ...saved, title: 'Copied' });
  expect(model.panels[0]).toBe(saved.panels[0]);
});

test('text that only differs in spaces is no step', async () => {
  const store = await open();
  type(text(), JSON.stringify(saved));
  await apply();
  expect(store.get().past).toEqual([]);
  expect(text()).toBe(JSON.stringify(saved, null, 2));
});

test('text that is not applied survives a look at another page, and changes of the draft', async () => {
  const store = await open();
  type('Rate', 'Half typed');
  cleanup();
  await open(store);
  expect(text()).toContain('Half typed');
  act(() =>
    store.run({
      label: { verb: 'set', subject: 'dashboard', path: 'title' },
      change: (model) => ({ ...model, title: 'Changed meanwhile' }),
    }),
  );
  expect(text()).toContain('Half typed');
  expect(screen.getByText(/The draft changed after you began/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Revert text' }));
  expect(text()).toContain('Changed meanwhile');
  expect(text()).not.toContain('Half typed');
  expect(document.activeElement).toBe(view().contentDOM);
});
