import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  loadTransforms,
  type DashboardModel,
  type FieldType,
  type Frame,
  type Transformation,
} from '../../../../data';
import { handleKey } from '../../../../kernel/shortcuts';
import { DraftProvider } from '../draft/context';
import { createDraftStore, type DraftStore } from '../draft/store';
import { findPanel } from '../model/panels';
import { TransformTab } from './TransformTab';

beforeAll(async () => {
  await loadTransforms();
  // The first of each loads code that the browser has by then.
  await import('../../../../design/components/Menu');
  await import('./AddTransformation');
});
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const column = (name: string, type: FieldType, values: unknown[]) => ({
  name,
  type,
  values,
  config: {},
});
const table = (rows = 5): Frame => {
  const numbers = Array.from({ length: rows }, (_, row) => row);
  return {
    refId: 'A',
    length: rows,
    fields: [
      column(
        'route',
        'string',
        numbers.map((row) => `/route/${row}`),
      ),
      column(
        'p99',
        'number',
        numbers.map((row) => 100 - row),
      ),
      column(
        'Errors',
        'number',
        numbers.map((row) => row),
      ),
      column(
        'Requests',
        'number',
        numbers.map((row) => row * 10),
      ),
    ],
  };
};
const ratio: Transformation = {
  id: 'calculateField',
  options: {
    mode: 'binary',
    alias: 'Error ratio',
    binary: { left: 'Errors', operator: '/', right: 'Requests' },
  },
};
const limit: Transformation = { id: 'limit', options: { limitField: 3 } };
const sort: Transformation = { id: 'sortBy', options: { sort: [{ field: 'p99' }] } };

async function open(
  transformations: Transformation[] | undefined,
  {
    frames = [table()],
    onShowUpTo = vi.fn(),
    showUpTo,
  }: Partial<Parameters<typeof TransformTab>[0]> = {},
) {
  const store = createDraftStore({
    model: { panels: [{ id: 7, type: 'table', transformations }] } as unknown as DashboardModel,
    version: 1,
  });
  const interpolate = (text: string) => text.replaceAll('$rows', '2');
  render(
    <DraftProvider value={store}>
      <TransformTab
        panelId={7}
        frames={frames}
        timeZone="UTC"
        interpolate={interpolate}
        showUpTo={showUpTo}
        onShowUpTo={onShowUpTo}
      />
    </DraftProvider>,
  );
  if (transformations?.length) await screen.findByText(/ steps? · /);
  // The form of the selected step is code of its own.
  await act(() => import('./forms/TransformForm'));
  return { store, onShowUpTo };
}
const stepsOf = (store: DraftStore): readonly Transformation[] =>
  findPanel(store.get().model, 7)?.transformations ?? [];
const row = (name: string): HTMLElement => {
  const button = screen.getByRole('button', { name: new RegExp(`^${name}`) });
  return button.closest('li') as HTMLElement;
};
const headers = (): string[] =>
  screen.getAllByRole('columnheader').map((header) => header.textContent ?? '');

describe('the list of steps', () => {
  test('shows the name, the options and the size after each step', async () => {
    await open([ratio, limit]);
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('Error ratio = Errors / Requests');
    expect(first?.textContent).toContain('5 × 5');
    expect(second?.textContent).toContain('3 × 5');
    expect(screen.getByText('1 frame · 5 rows')).toBeTruthy();
  });

  test('a step that is turned off stays, and the ones after it follow at once', async () => {
    const { store } = await open([limit, ratio]);
    fireEvent.click(screen.getByRole('switch', { name: 'Limit is on' }));
    expect(stepsOf(store)[0]).toEqual({ ...limit, disabled: true });
    expect(row('Limit').textContent).toContain('off');
    await waitFor(() => expect(row('Add field').textContent).toContain('5 × 5'));
  });

  test('Alt and an arrow moves a step with its selection, and undo moves it back', async () => {
    const { store } = await open([ratio, sort, limit]);
    const name = screen.getByRole('button', { name: /^Limit/ });
    name.focus();
    fireEvent.keyDown(name, { key: 'ArrowUp', altKey: true });
    expect(stepsOf(store).map(({ id }) => id)).toEqual(['calculateField', 'limit', 'sortBy']);
    const moved = screen.getByRole('button', { name: /^Limit/ });
    expect(moved.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(moved);
    act(() => void store.undo());
    expect(stepsOf(store)).toEqual([ratio, sort, limit]);
  });

  test('a step is duplicated and removed, and the focus stays in the list', async () => {
    const { store } = await open([ratio, limit]);
    const choose = async (name: string, action: string) => {
      fireEvent.click(within(row(name)).getByRole('button', { name: `Actions for ${name}` }));
      fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
    };
    await choose('Limit', 'Duplicate');
    expect(stepsOf(store)).toEqual([ratio, limit, limit]);
    expect(document.activeElement?.textContent).toContain('Limit');
    act(() => void store.undo());
    await choose('Limit', 'Remove');
    expect(stepsOf(store)).toEqual([ratio]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Add field'));
    await choose('Add field from calculation', 'Remove');
    expect(findPanel(store.get().model, 7)).not.toHaveProperty('transformations');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Query result'));
  });

  test('a failed step says why and does not stop the others', async () => {
    await open([{ id: 'joinByLabels', options: {} }, limit]);
    expect(row('Join by labels').textContent).toContain('failed');
    expect(row('Limit').textContent).toContain('3 × 4');
    fireEvent.click(screen.getByRole('button', { name: /^Join by labels/ }));
    expect(screen.getByRole('alert').textContent).toContain('Choose a label');
  });
});

describe('adding', () => {
  test('the key n, a search and Enter add a step, which is selected', async () => {
    const { store } = await open(undefined);
    act(() => handleKey(new KeyboardEvent('keydown', { key: 'n' })));
    const search = await screen.findByRole('searchbox', { name: 'Search transformations' });
    fireEvent.change(search, { target: { value: 'top rows' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(stepsOf(store)).toEqual([{ id: 'limit', options: { limitField: 10 } }]);
    expect(screen.queryByRole('searchbox')).toBeNull();
    const name = screen.getByRole('button', { name: /^Limit/ });
    expect(name.getAttribute('aria-expanded')).toBe('true');
    expect(store.get().past[0]?.label).toMatchObject({ verb: 'add', name: 'Limit', panel: 7 });
  });

  test('what cannot be applied says why, and can be added all the same', async () => {
    const { store } = await open(undefined);
    fireEvent.click(screen.getByRole('button', { name: /^Transformation/ }));
    const offers = within(await screen.findByRole('dialog')).getAllByRole('listitem');
    const merge = offers.find((offer) => offer.textContent?.startsWith('Merge series/tables'));
    expect(merge?.textContent).toContain('This needs two frames or more.');
    expect(offers.indexOf(merge as HTMLElement)).toBeGreaterThan(offers.length / 2);
    fireEvent.click(within(merge as HTMLElement).getByRole('button'));
    expect(stepsOf(store)).toEqual([{ id: 'merge', options: {} }]);
  });
});

describe('a field that is missing', () => {
  const broken: Transformation = { id: 'sortBy', options: { sort: [{ field: 'latency' }] } };

  test('is named, and one that exists takes its place', async () => {
    const { store } = await open([broken]);
    expect(row('Sort by').textContent).toContain('1 field is missing');
    expect(screen.getByText('There is no field "latency" at this point.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Use instead of latency/ }));
    const option = await screen.findByRole('option', { name: /p99/ });
    expect(option.textContent).toContain('number, 100');
    fireEvent.click(option);
    expect(stepsOf(store)).toEqual([sort]);
    await waitFor(() => expect(screen.queryByText(/at this point/)).toBeNull());
  });

  test('is no concern of a step that is off', async () => {
    await open([{ ...broken, disabled: true }]);
    expect(screen.queryByText(/is missing/)).toBeNull();
  });
});

describe('the result', () => {
  test('marks what was added, and what is removed in the data before', async () => {
    const organize = {
      id: 'organize',
      options: { excludeByName: { p99: true }, renameByName: { Errors: 'Failed' } },
    };
    await open([ratio, organize]);
    expect(headers()).toEqual(['route', '+Failed, added', 'Requests', 'Error ratio']);
    fireEvent.click(screen.getByRole('radio', { name: 'Before' }));
    expect(headers()).toEqual([
      'route',
      'p99, removed',
      'Errors, removed',
      'Requests',
      'Error ratio',
    ]);
    fireEvent.click(screen.getByRole('button', { name: /^Query result/ }));
    expect(headers()).toEqual(['route', 'p99', 'Errors', 'Requests']);
    expect(screen.queryByRole('radio', { name: 'Before' })).toBeNull();
  });

  test('shows the old and the new type', async () => {
    const conversions = [{ targetField: 'p99', destinationType: 'string' }];
    await open([{ id: 'convertFieldType', options: { conversions } }]);
    expect(headers()[1]).toBe('p99number → string');
    expect(screen.getByText('1 type changed')).toBeTruthy();
  });

  test('shows frames as tabs', async () => {
    await open(undefined, { frames: [table(2), { ...table(4), refId: 'B', name: 'second' }] });
    const tabs = within(screen.getByRole('radiogroup', { name: 'Frame' })).getAllByRole('radio');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Series (A)2 rows', 'second4 rows']);
    fireEvent.click(tabs[1] as HTMLElement);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5');
  });

  test('of many rows only those in view are drawn, and the rest is counted', async () => {
    await open(undefined, { frames: [table(5000)] });
    expect(screen.getByText('The first 200 of 5,000 rows.')).toBeTruthy();
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    const region = screen.getByRole('region', { name: 'Rows' });
    region.scrollTop = 150 * 28;
    fireEvent.scroll(region);
    expect(screen.getByRole('cell', { name: '/route/150' })).toBeTruthy();
    expect(screen.queryByRole('cell', { name: '/route/0' })).toBeNull();
  });

  test('the panel is shown up to the chosen step, and with all steps again', async () => {
    const { onShowUpTo } = await open([ratio, limit]);
    const button = () => screen.getByRole('button', { name: 'Show panel up to here' });
    fireEvent.click(screen.getByRole('button', { name: /^Add field/ }));
    fireEvent.click(button());
    expect(onShowUpTo).toHaveBeenLastCalledWith(0);
    cleanup();
    const shown = await open([ratio, limit], { showUpTo: 1 });
    expect(button().getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button());
    expect(shown.onShowUpTo).toHaveBeenLastCalledWith(undefined);
  });
});

describe('forms', () => {
  test('typing changes the draft and the result, in one step of the history', async () => {
    const { store } = await open([limit]);
    const rows = screen.getByLabelText(/^Rows/, { selector: 'input' });
    fireEvent.focus(rows);
    fireEvent.change(rows, { target: { value: '1' } });
    fireEvent.change(rows, { target: { value: '12' } });
    expect(stepsOf(store)[0]?.options).toEqual({ limitField: 12 });
    expect(store.get().past).toHaveLength(1);
    fireEvent.change(rows, { target: { value: '$rows' } });
    expect(stepsOf(store)[0]?.options).toEqual({ limitField: '$rows' });
    await waitFor(() => expect(row('Limit').textContent).toContain('2 × 4'));
  });

  test('fields are hidden, renamed and moved in one list', async () => {
    const { store } = await open([{ id: 'organize', options: {} }]);
    fireEvent.click(screen.getByRole('button', { name: 'Hide p99' }));
    const name = screen.getByRole('textbox', { name: 'New name of Errors' });
    fireEvent.change(name, { target: { value: 'Failed' } });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move Requests' }), {
      key: 'ArrowUp',
      altKey: true,
    });
    expect(stepsOf(store)[0]?.options).toEqual({
      excludeByName: { p99: true },
      renameByName: { Errors: 'Failed' },
      indexByName: { route: 0, p99: 1, Requests: 2, Errors: 3 },
    });
    await waitFor(() => expect(headers()).toEqual(['route', 'Requests', '+Failed, added']));
    fireEvent.click(screen.getByRole('button', { name: 'Show p99' }));
    expect(stepsOf(store)[0]?.options?.['excludeByName']).toEqual({});
  });

  test('conditions are added and removed', async () => {
    const filters = [{ fieldName: 'p99', config: { id: 'between', options: { from: 1, to: 98 } } }];
    const { store } = await open([{ id: 'filterByValue', options: { filters } }]);
    expect(row('Filter data by values').textContent).toContain('2 × 4');
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(stepsOf(store)[0]?.options?.['filters']).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition 1' }));
    expect(stepsOf(store)[0]?.options?.['filters']).toEqual([
      { config: { id: 'equal', options: {} } },
    ]);
    expect(document.activeElement?.textContent).toBe('Add condition');
  });

  test('a filter limits a step to queries', async () => {
    const { store } = await open([limit], { frames: [table(), { ...table(), refId: 'B' }] });
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Limit' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Filter frames' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Apply to queries/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'B' }));
    expect(stepsOf(store)[0]?.filter).toEqual({ id: 'byRefId', options: 'B' });
    await waitFor(() => expect(row('Limit').textContent).toContain('2 frames · 8 × 4'));
  });
});
