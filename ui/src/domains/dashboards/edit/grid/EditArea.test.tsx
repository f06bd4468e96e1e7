import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useMemo, useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import { layoutDashboard, withKnownItems, type LayoutItem } from '../../model/layout';
import { DraftProvider, useDraftModel } from '../draft/context';
import { createDraftStore, type DraftStore } from '../draft/store';
import { findPanel } from '../model/panels';
import { EditArea } from './EditArea';

const parts = vi.hoisted(() => ({ drawn: [] as string[], urls: [] as object[] }));

// Its states are tested elsewhere; here only its place counts.
vi.mock('../../parts/panel/PanelCard', async () => {
  const { memo } = await import('react');
  const PanelCard = memo(({ item }: { item: LayoutItem }) => {
    parts.drawn.push(item.key);
    return (
      <section>
        <header>
          <h2>{item.panel.title}</h2>
        </header>
      </section>
    );
  });
  return { PanelCard };
});
vi.mock('../../session/context', () => {
  const sources = [
    { uid: 'p', name: 'Prometheus', type: 'prometheus' },
    { uid: 'l', name: 'Loki', type: 'loki' },
  ];
  const selected = { service: ['a', 'b'] };
  const states = new Map(
    Object.entries(selected).map(([name, values]) => [
      name,
      { selected: values, choices: [] as object[], model: { name } },
    ]),
  );
  const dashboard = {
    setUrl: (url: object) => parts.urls.push(url),
    sources: { list: sources },
    variables: { states: () => states },
  };
  return { useDashboard: () => dashboard };
});

/** Parts of the pane are code of their own. */
const SOON = { timeout: 10_000 };
const UNIT = 40;
const LINE = 38;

const panel = (
  id: number,
  [x, y, w, h]: readonly [number, number, number, number],
  more: Partial<PanelModel> = {},
): PanelModel => ({
  id,
  type: 'timeseries',
  title: `Panel ${id}`,
  gridPos: { h, w, x, y },
  ...more,
});

const row = (id: number, y: number, more: Partial<PanelModel> = {}): PanelModel =>
  panel(id, [0, y, 24, 1], {
    type: 'row',
    title: `Row ${id}`,
    collapsed: false,
    panels: [],
    ...more,
  });

const pair = () => [panel(1, [0, 0, 12, 8]), panel(2, [12, 0, 12, 8])];

const values = (name: string) =>
  name === 'service' ? ['a', 'b'].map((value) => ({ text: value, value })) : undefined;

function Page(): React.ReactNode {
  const { panels } = useDraftModel();
  const [collapsed, setCollapsed] = useState<ReadonlyMap<string, boolean>>(new Map());
  const known = useRef<readonly LayoutItem[]>([]);
  const items = useMemo(() => {
    known.current = withKnownItems(
      layoutDashboard({ panels, valuesOf: values, collapsed }),
      known.current,
    );
    return known.current;
  }, [panels, collapsed]);
  return (
    <EditArea
      items={items}
      onToggleRow={(key, isCollapsed) =>
        setCollapsed((rows) => new Map(rows).set(key, isCollapsed))
      }
    />
  );
}

function open(panels: PanelModel[]): DraftStore {
  const model = {
    title: 'Saved',
    tags: [],
    schemaVersion: 39,
    templating: { list: [{ name: 'service', type: 'custom' }] },
    panels,
  } as unknown as DashboardModel;
  const store = createDraftStore({ model, version: 1 });
  render(
    <DraftProvider value={store}>
      <Page />
    </DraftProvider>,
  );
  return store;
}

beforeEach(() => {
  parts.drawn = [];
  parts.urls = [];
  vi.stubGlobal('innerWidth', 1440);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({
    left: 0,
    top: 0,
    width: 24 * UNIT - 8,
    height: 800,
  } as DOMRect);
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  // A drag ignores the click that comes with its end.
  await new Promise((resolve) => setTimeout(resolve));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const cell = (id: number) => document.querySelector<HTMLElement>(`[data-cell="panel-${id}"]`)!;
const rowCell = (id: number) => document.querySelector<HTMLElement>(`[data-cell="row-${id}"]`)!;
const place = (id: number) => {
  const { style } = cell(id);
  return ['--x', '--y', '--w', '--h'].map((name) => Number(style.getPropertyValue(name)));
};
const stored = (store: DraftStore, id: number) => {
  const { x, y, w, h } = findPanel(store.get().model, id)!.gridPos;
  return [x, y, w, h];
};
const status = () =>
  screen.getAllByRole('status').find((node) => node.hasAttribute('aria-live'))!.textContent;

function grab(target: Element, x: number, y: number) {
  fireEvent.pointerDown(target, { button: 0, pointerId: 1, clientX: x, clientY: y });
}
function pull(x: number, y: number, more: object = {}) {
  fireEvent.pointerMove(window, { pointerId: 1, clientX: x, clientY: y, ...more });
}
const release = () => fireEvent.pointerUp(window, { pointerId: 1 });
const key = (target: Element, name: string, more: object = {}) =>
  fireEvent.keyDown(target, { key: name, ...more });

describe('by pointer', () => {
  test('a panel over its equal neighbor swaps; moved on they return; Esc restores', () => {
    const store = open(pair());
    const header = within(cell(1)).getByRole('heading');
    grab(header, 100, 20);
    pull(100 + 11 * UNIT, 20);
    expect(place(2)).toEqual([0, 0, 12, 8]);
    expect(screen.getByText(/swaps with Panel 2/)).toBeTruthy();
    pull(100, 26);
    expect(place(2)).toEqual([12, 0, 12, 8]);
    pull(100 + 12 * UNIT, 20);
    key(document.body, 'Escape');
    expect(place(1)).toEqual([0, 0, 12, 8]);
    expect(store.get().past).toEqual([]);

    grab(header, 100, 20);
    pull(100 + 12 * UNIT, 20);
    release();
    expect(stored(store, 1)).toEqual([12, 0, 12, 8]);
    expect(stored(store, 2)).toEqual([0, 0, 12, 8]);
    expect(store.get().past.map(({ label }) => label.verb)).toEqual(['move']);
    expect(status()).toBe('Panel 1: column 13, row 1, 12 wide, 8 high. Swapped with Panel 2.');
  });

  test('Alt makes a copy, Shift keeps to one axis', () => {
    const store = open([panel(1, [0, 0, 6, 4])]);
    const header = within(cell(1)).getByRole('heading');
    grab(header, 20, 20);
    pull(20 + 8 * UNIT, 20, { altKey: true });
    release();
    expect(stored(store, 1)).toEqual([0, 0, 6, 4]);
    expect(stored(store, 2)).toEqual([8, 0, 6, 4]);

    grab(within(cell(2)).getByRole('heading'), 20, 20);
    pull(20 + 9 * UNIT, 20 + 3 * LINE, { shiftKey: true });
    expect(place(2)[1]).toBe(0);
    release();
    expect(stored(store, 2)).toEqual([17, 0, 6, 4]);
  });

  test('a closed row opens while a panel hovers over it, and takes the panel', () => {
    vi.useFakeTimers();
    const store = open([
      panel(1, [0, 0, 12, 4]),
      row(9, 4, { collapsed: true, panels: [panel(2, [0, 5, 12, 4])] }),
    ]);
    grab(within(cell(1)).getByRole('heading'), 20, 10);
    pull(20, 4 * LINE + 10);
    expect(cell(2)).toBeNull();
    act(() => void vi.advanceTimersByTime(600));
    expect(cell(2)).not.toBeNull();
    release();
    act(() => void vi.advanceTimersByTime(1));
    expect(findPanel(store.get().model, 9)?.panels?.map(({ id }) => id)).toEqual([2, 1]);
    expect(store.get().past).toHaveLength(1);
  });

  test('an edge changes the size, and a double-click on it fills the free space', () => {
    const store = open([panel(1, [0, 0, 24, 8])]);
    const edge = (name: string) => cell(1).querySelector(`[data-edge="${name}"]`)!;
    grab(edge('e'), 24 * UNIT, 100);
    pull(12 * UNIT, 100);
    release();
    expect(stored(store, 1)).toEqual([0, 0, 12, 8]);
    fireEvent.doubleClick(edge('e'));
    expect(stored(store, 1)).toEqual([0, 0, 24, 8]);
  });

  test('a rectangle on empty ground selects the panels in it, a click clears', () => {
    open([...pair(), panel(3, [0, 8, 24, 4])]);
    const grid = document.querySelector('[data-grid]')!;
    grab(grid, 10, 30);
    pull(20 * UNIT, 60);
    release();
    expect(screen.getByRole('toolbar').textContent).toContain('2 selected');
    grab(grid, 10, 700);
    release();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  test('a row is dragged with its panels', () => {
    const store = open([row(8, 0), panel(1, [0, 1, 24, 4]), row(9, 5), panel(2, [0, 6, 24, 4])]);
    grab(rowCell(9).querySelector('[data-grip]')!, 5, 5 * LINE + 10);
    pull(5, 2 * LINE);
    release();
    expect(stored(store, 9)[1]).toBe(0);
    expect(stored(store, 2)[1]).toBe(1);
    expect(stored(store, 8)[1]).toBe(5);
  });

  test('only panels that move are drawn again, once, when the panel is dropped', () => {
    open([...pair(), panel(3, [0, 8, 24, 4])]);
    parts.drawn = [];
    grab(within(cell(1)).getByRole('heading'), 100, 20);
    pull(100 + 4 * UNIT, 20);
    pull(100 + 12 * UNIT, 20);
    expect(parts.drawn).toEqual([]);
    release();
    expect([...parts.drawn].sort()).toEqual(['1', '2']);
  });
});

describe('by keys', () => {
  test('arrows go to the next panel, and one cell is in the tab order', () => {
    open([...pair(), panel(3, [0, 8, 24, 4])]);
    const stops = () => document.querySelectorAll('[data-cell][tabindex="0"]');
    expect(stops()).toHaveLength(1);
    act(() => cell(1).focus());
    key(cell(1), 'ArrowRight');
    expect(document.activeElement).toBe(cell(2));
    key(cell(2), 'ArrowDown');
    expect(document.activeElement).toBe(cell(3));
    expect(stops()).toHaveLength(1);
  });

  test('m moves and swaps, Enter drops, Esc restores', () => {
    const store = open(pair());
    act(() => cell(1).focus());
    key(cell(1), 'm');
    expect(screen.getByText('Moving Panel 1')).toBeTruthy();
    key(cell(1), 'End');
    expect(status()).toContain('Swapped with Panel 2.');
    key(cell(1), 'Escape');
    expect(place(1)).toEqual([0, 0, 12, 8]);
    key(cell(1), 'm');
    key(cell(1), 'End');
    key(cell(1), 'Enter');
    expect(stored(store, 1)).toEqual([12, 0, 12, 8]);
    expect(document.activeElement).toBe(cell(1));
  });

  test('m goes on into a closed row, which opens', () => {
    const store = open([
      panel(1, [0, 0, 12, 4]),
      row(9, 4, { collapsed: true, panels: [panel(2, [0, 5, 12, 4])] }),
    ]);
    act(() => cell(1).focus());
    key(cell(1), 'm');
    key(cell(1), 'ArrowDown');
    expect(cell(2)).not.toBeNull();
    key(cell(1), 'Enter');
    expect(findPanel(store.get().model, 9)?.panels).toHaveLength(2);
  });

  test('r, preset, handle and number field store the same half width', async () => {
    const results: string[] = [];
    const half = async (act1: () => unknown) => {
      const store = open([panel(1, [0, 0, 24, 8]), panel(2, [0, 8, 12, 4])]);
      act(() => cell(1).focus());
      fireEvent.click(within(cell(1)).getByRole('heading'));
      await screen.findByRole('radio', { name: 'Half' }, SOON);
      act1();
      results.push(JSON.stringify(store.get().model));
      expect(store.get().past).toHaveLength(1);
      cleanup();
      // A drag ignores the click that comes with its end.
      await new Promise((resolve) => setTimeout(resolve));
    };
    await half(() => {
      key(cell(1), 'r');
      key(cell(1), 'ArrowLeft', { shiftKey: true });
      key(cell(1), 'ArrowLeft', { shiftKey: true });
      key(cell(1), 'Enter');
    });
    await half(() => fireEvent.click(screen.getByRole('radio', { name: 'Half' })));
    await half(() => {
      grab(cell(1).querySelector('[data-edge="e"]')!, 24 * UNIT, 100);
      pull(12 * UNIT, 100);
      release();
    });
    await half(() => {
      const field = screen.getByRole('spinbutton', { name: 'Width in columns' });
      fireEvent.change(field, { target: { value: '12' } });
      key(field, 'Enter');
    });
    expect(new Set(results).size).toBe(1);
    expect(results[0]).toContain('"w":12,"x":0,"y":0');
  });

  test('three panels are selected, moved and duplicated; each is one step', () => {
    const store = open(
      [1, 2, 3].map((id) => panel(id, [(id - 1) * 8, 0, 8, 4])).concat(panel(4, [0, 4, 24, 4])),
    );
    act(() => cell(1).focus());
    key(cell(1), ' ');
    key(cell(1), 'ArrowRight', { shiftKey: true });
    key(cell(2), 'ArrowRight', { shiftKey: true });
    expect(screen.getByRole('toolbar').textContent).toContain('3 selected');
    key(cell(3), 'm');
    key(cell(3), 'ArrowDown');
    key(cell(3), 'Enter');
    expect([1, 2, 3, 4].map((id) => stored(store, id)[1])).toEqual([4, 4, 4, 0]);
    const moved = store.get().model;
    key(cell(3), 'd', { ctrlKey: true });
    expect(store.get().model.panels).toHaveLength(7);
    act(() => void store.undo());
    expect(store.get().model).toBe(moved);
  });

  test('mod+a takes the row first, then all; Delete leaves the focus in the grid', async () => {
    const store = open([
      panel(1, [0, 0, 24, 4]),
      row(9, 4),
      panel(2, [0, 5, 24, 4]),
      panel(3, [0, 9, 24, 4]),
    ]);
    act(() => cell(2).focus());
    key(cell(2), 'a', { ctrlKey: true });
    expect(screen.getByRole('toolbar').textContent).toContain('2 selected');
    key(cell(2), 'a', { ctrlKey: true });
    expect(screen.getByRole('toolbar').textContent).toContain('3 selected');
    key(cell(2), 'Escape');
    key(cell(2), 'Delete');
    expect(findPanel(store.get().model, 2)).toBeUndefined();
    await waitFor(() => expect(document.activeElement).toBe(cell(3)));
  });

  test('e and Enter open the editor; on a copy they open its source', () => {
    open([panel(1, [0, 0, 24, 4], { repeat: 'service' })]);
    const copies = document.querySelectorAll<HTMLElement>('[data-cell^="panel-1"]');
    expect(copies).toHaveLength(2);
    expect(within(copies[1]!).getByText('copy')).toBeTruthy();
    act(() => copies[1]!.focus());
    key(copies[1]!, 'e');
    key(copies[1]!, 'Enter');
    expect(parts.urls).toEqual([{ editPanel: '1' }, { editPanel: '1' }]);
    cleanup();
    open([panel(1, [0, 0, 24, 4]), panel(2, [0, 4, 24, 4])]);
    expect(document.activeElement).toBe(cell(1));
  });

  test('F2 renames a row in place, Esc keeps its title', () => {
    const store = open([row(9, 0), panel(1, [0, 1, 24, 4])]);
    act(() => rowCell(9).focus());
    key(rowCell(9), 'F2');
    const input = screen.getByRole('textbox', { name: 'Row title' });
    fireEvent.change(input, { target: { value: 'Traffic' } });
    key(input, 'Enter');
    expect(findPanel(store.get().model, 9)?.title).toBe('Traffic');
    expect(store.get().past).toHaveLength(1);
    key(rowCell(9), 'F2');
    key(screen.getByRole('textbox', { name: 'Row title' }), 'Escape');
    expect(store.get().past).toHaveLength(1);
  });
});

describe('the pane', () => {
  test('sets data source and unit of three panels, one step each', async () => {
    const store = open([1, 2, 3].map((id) => panel(id, [(id - 1) * 8, 0, 8, 4])));
    for (const id of [1, 2, 3])
      fireEvent.click(within(cell(id)).getByRole('heading'), { ctrlKey: true });
    const source = await screen.findByRole('combobox', { name: 'Data source' }, SOON);
    fireEvent.change(source, { target: { value: 'l' } });
    fireEvent.click(screen.getByRole('button', { name: /^Unit/ }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Search Unit' }, SOON), {
      target: { value: 'seconds' },
    });
    fireEvent.click(await screen.findByRole('option', { name: /^seconds/ }));
    for (const id of [1, 2, 3])
      expect(findPanel(store.get().model, id)).toMatchObject({
        datasource: { type: 'loki', uid: 'l' },
        fieldConfig: { defaults: { unit: 's' } },
      });
    expect(store.get().past).toHaveLength(2);
  });

  test('repeats a panel for a variable; its copies appear', async () => {
    const store = open([panel(1, [0, 0, 24, 4])]);
    fireEvent.click(within(cell(1)).getByRole('heading'));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Repeat' }, SOON), {
      target: { value: 'service' },
    });
    expect(findPanel(store.get().model, 1)?.repeat).toBe('service');
    expect(document.querySelectorAll('[data-cell^="panel-1"]')).toHaveLength(2);
  });

  test('the outline moves a panel to another row, and up and down', async () => {
    const store = open([panel(1, [0, 0, 24, 4]), row(9, 4), panel(2, [0, 5, 24, 4])]);
    fireEvent.click(screen.getByRole('tab', { name: 'Outline' }));
    const item = await screen.findByRole('treeitem', { name: /Panel 1/ }, SOON);
    fireEvent.click(item);
    fireEvent.click(screen.getByRole('button', { name: 'To row' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Row 9' }));
    expect(stored(store, 1)).toEqual([0, 5, 24, 4]);
    fireEvent.click(screen.getByRole('button', { name: 'Move up' }));
    expect(stored(store, 1)).toEqual([0, 1, 24, 4]);
    expect(stored(store, 2)).toEqual([0, 5, 24, 4]);
  });

  test('a change of the title is one step and empties to the saved form', async () => {
    const store = open([panel(1, [0, 0, 24, 4])]);
    const before = store.get().model;
    fireEvent.click(within(cell(1)).getByRole('heading'));
    const field = await screen.findByRole('textbox', { name: 'Description' }, SOON);
    fireEvent.change(field, { target: { value: 'A' } });
    fireEvent.change(field, { target: { value: 'Ab' } });
    expect(store.get().past).toHaveLength(1);
    fireEvent.change(field, { target: { value: '' } });
    expect(store.get().model).toEqual(before);
  });

  test('] closes and opens it', () => {
    open(pair());
    expect(screen.getByRole('complementary')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close the pane' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Properties' }));
    expect(screen.getByRole('complementary')).toBeTruthy();
  });
});

test('on a phone, a tap selects, and the sheet moves the panel', async () => {
  vi.stubGlobal('innerWidth', 390);
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList);
  const store = open([panel(1, [0, 0, 24, 4]), row(9, 4), panel(2, [0, 5, 24, 4])]);
  fireEvent.click(within(cell(1)).getByRole('heading'));
  const sheet = await screen.findByRole('region', { name: 'Panel 1' }, SOON);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Move down' }));
  expect(stored(store, 1)).toEqual([0, 1, 24, 4]);
  fireEvent.click(within(sheet).getByRole('radio', { name: 'Half' }));
  expect(stored(store, 1)).toEqual([0, 1, 12, 4]);
});
