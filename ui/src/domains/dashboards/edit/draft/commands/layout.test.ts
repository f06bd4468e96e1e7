import { describe, expect, test } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../../data';
import { findPanel } from '../../model/panels';
import { createDraftStore } from '../store';
import {
  addPanel,
  deleteRow,
  duplicatePanels,
  movePanels,
  movePanelsToRow,
  newRow,
  removePanels,
  setDataSource,
  setInPanels,
  setPlace,
  setRowCollapsed,
} from './layout';

const none = () => undefined;

const panel = (id: number, x: number, y: number, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  type: 'stat',
  title: `Panel ${id}`,
  gridPos: { h: 4, w: 8, x, y },
  ...more,
});

const row = (id: number, y: number, more: Partial<PanelModel> = {}): PanelModel => ({
  ...panel(id, 0, y, { type: 'row', title: `Row ${id}`, collapsed: false, panels: [], ...more }),
  gridPos: { h: 1, w: 24, x: 0, y },
});

function open(panels: PanelModel[]) {
  const model = {
    title: 'Saved',
    tags: [],
    schemaVersion: 39,
    panels,
  } as unknown as DashboardModel;
  const store = createDraftStore({ model, version: 1 });
  return { store, model, now: () => store.get().model };
}

const places = (model: DashboardModel) =>
  model.panels.map(({ id, gridPos: { x, y, w } }) => [id, x, y, w]);

const three = () => [panel(1, 0, 0), panel(2, 8, 0), panel(3, 16, 0), panel(4, 0, 4)];

describe('several panels', () => {
  test('are moved and duplicated in one step each, and undo restores the saved model', () => {
    const { store, model, now } = open(three());
    store.run(movePanels(now(), none, [1, 2, 3], { section: 0, x: 0, y: 4 }));
    expect(places(now())).toEqual([
      [1, 0, 4, 8],
      [2, 8, 0, 8],
      [3, 16, 0, 8],
      [4, 0, 0, 8],
    ]);
    const { command, copies } = duplicatePanels(now(), none, [1, 2, 3]);
    store.run(command);
    expect(copies).toEqual([5, 6, 7]);
    expect(now().panels).toHaveLength(7);
    expect(store.get().past.map(({ label }) => [label.verb, label.count])).toEqual([
      ['move', 3],
      ['duplicate', 3],
    ]);
    store.undo();
    expect(now().panels).toHaveLength(4);
    store.undo();
    expect(now()).toBe(model);
  });

  test('a copy stands to the right of a panel, where there is room', () => {
    const { store, now } = open([panel(1, 0, 0), panel(2, 0, 4)]);
    store.run(duplicatePanels(now(), none, [1]).command);
    expect(findPanel(now(), 3)).toEqual({ ...panel(3, 8, 0), title: 'Panel 1' });
    store.run(setPlace(now(), none, [3], { w: 16 }));
    store.run(duplicatePanels(now(), none, [3]).command);
    expect(findPanel(now(), 4)?.gridPos).toMatchObject({ x: 8, y: 4 });
  });

  test('data source and unit are set at once, other keys of the panels stay', () => {
    const { store, now } = open([
      panel(1, 0, 0, { datasource: { type: 'loki', uid: 'l', extra: 1 } }),
      panel(2, 8, 0, {
        targets: [
          { refId: 'A', datasource: { type: 'loki', uid: 'l' } },
          { refId: 'B', datasource: { type: '__expr__', uid: '__expr__' } },
        ],
      }),
      panel(3, 16, 0),
    ]);
    store.run(setDataSource(now(), [1, 2], { type: 'prometheus', uid: 'p' }));
    store.run(setInPanels(now(), [1, 2], ['fieldConfig', 'defaults', 'unit'], 's'));
    expect(findPanel(now(), 1)).toMatchObject({
      datasource: { type: 'prometheus', uid: 'p', extra: 1 },
      fieldConfig: { defaults: { unit: 's' } },
    });
    expect(findPanel(now(), 2)?.targets?.map(({ datasource }) => datasource?.uid)).toEqual([
      'p',
      '__expr__',
    ]);
    expect(now().panels[2]).toBe(store.get().base.model.panels[2]);
    expect(store.get().past).toHaveLength(2);
  });

  test('removed panels leave no gap', () => {
    const { store, now } = open(three());
    store.run(removePanels(now(), none, [1]));
    expect(places(now())).toEqual([
      [2, 8, 0, 8],
      [3, 16, 0, 8],
      [4, 0, 0, 8],
    ]);
  });
});

describe('rows', () => {
  test('a closed row takes its panels in, and gives them back when it opens', () => {
    const { store, model, now } = open([row(9, 0), panel(1, 0, 1), row(10, 5), panel(2, 0, 6)]);
    store.run(setRowCollapsed(now(), none, 9, true));
    expect(now().panels.map(({ id, gridPos, collapsed }) => [id, gridPos.y, collapsed])).toEqual([
      [9, 0, true],
      [10, 1, false],
      [2, 2, undefined],
    ]);
    expect(now().panels[0]?.panels).toEqual([panel(1, 0, 1)]);
    store.run(setRowCollapsed(now(), none, 9, false));
    const byId = (panels: PanelModel[]) => [...panels].sort((a, b) => a.id - b.id);
    expect(byId(now().panels)).toEqual(byId(model.panels));
  });

  test('panels move into a row, and out of it when the row is removed', () => {
    const { store, now } = open([panel(1, 0, 0), row(9, 4), panel(2, 0, 5)]);
    store.run(movePanelsToRow(now(), none, [1], 9));
    expect(places(now())).toEqual([
      [1, 0, 5, 8],
      [9, 0, 0, 24],
      [2, 0, 1, 8],
    ]);
    store.run(deleteRow(now(), none, 9, { withPanels: false }));
    expect(places(now())).toEqual([
      [1, 0, 4, 8],
      [2, 0, 0, 8],
    ]);
  });

  test('a selection is grouped into a new row', () => {
    const { store, now } = open(three());
    const { command, id } = newRow(now(), none, [2, 3]);
    store.run(command);
    expect(id).toBe(5);
    expect(places(now())).toEqual([
      [1, 0, 0, 8],
      [2, 8, 9, 8],
      [3, 16, 9, 8],
      [4, 0, 4, 8],
      [5, 0, 8, 24],
    ]);
    expect(store.get().past).toHaveLength(1);
  });
});

test('a new panel takes the first free place', () => {
  const { store, now } = open([
    panel(1, 0, 0),
    { ...panel(2, 8, 0), gridPos: { h: 8, w: 16, x: 8, y: 0 } },
  ]);
  const { command, id } = addPanel(now(), none, { type: 'text' }, { size: { w: 8, h: 4 } });
  store.run(command);
  expect(findPanel(now(), id)?.gridPos).toEqual({ h: 4, w: 8, x: 0, y: 4 });
});

test('a panel of a size that it has already is no step', () => {
  const { store, now } = open(three());
  store.run(setPlace(now(), none, [1], { w: 8 }));
  expect(store.get().past).toEqual([]);
});
