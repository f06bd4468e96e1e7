/** What the pane, the toolbar and the grid do with panels and rows: one command each. */
import { useMemo, useRef } from 'react';
import { repeatValues } from '../../model/variableValues';
import { allPanels, sectionsOf, type LayoutItem } from '../../model/layout';
import { useDashboard } from '../../session/context';
import {
  alignPanels,
  deleteRow,
  duplicatePanels,
  movePanelInOrder,
  movePanelsToRow,
  moveRowInOrder,
  newRow,
  removePanels,
} from '../draft/commands/layout';
import { useDraftStore } from '../draft/context';
import type { ValuesOf } from '../model/arrange/arrangement';
import type { Alignment } from '../model/arrange/order';
import { findPanel } from '../model/panels';
import type { GridSelection } from './useSelection';

type Ids = readonly number[];

export interface AreaActions {
  valuesOf: ValuesOf;
  select: (ids: Ids) => void;
  editPanel: (id: number) => void;
  duplicate: (ids: Ids) => void;
  remove: (ids: Ids) => void;
  removeRow: (id: number, withPanels: boolean) => void;
  /** A panel, or a row with its panels. */
  moveInOrder: (id: number, by: 1 | -1) => void;
  /** `row` null means above the first row. */
  moveToRow: (ids: Ids, row: number | null) => void;
  groupIntoRow: (ids: Ids) => void;
  align: (ids: Ids, alignment: Alignment) => void;
  rows: () => readonly { id: number | null; title: string }[];
  panelsOfRow: (id: number) => Ids;
  copy?: (ids: Ids) => void;
}

export interface AreaActionsInput {
  items: readonly LayoutItem[];
  selection: GridSelection;
  announce: (text: string) => void;
  /** Moves the focus to the panel or row after the layout has changed. */
  focus: (id: number) => void;
  copy?: (ids: Ids) => void;
}

export function useAreaActions(input: AreaActionsInput): AreaActions {
  const store = useDraftStore();
  const { variables, setUrl } = useDashboard();
  const latest = useRef(input);
  latest.current = input;

  return useMemo<AreaActions>(() => {
    const valuesOf: ValuesOf = (name) => repeatValues(variables.states(), name);
    const model = () => store.get().model;
    const say = (text: string) => latest.current.announce(text);
    const titleOf = (id: number) => findPanel(model(), id)?.title || `Panel ${id}`;
    const isRow = (id: number) => findPanel(model(), id)?.type === 'row';
    const several = (ids: Ids) =>
      ids.length === 1 && ids[0] !== undefined ? titleOf(ids[0]) : `${ids.length} panels`;
    const next = (ids: Ids) => {
      const { items } = latest.current;
      const at = items.findIndex(({ panel }) => ids.includes(panel.id));
      const rest = items.filter(({ panel }) => !ids.includes(panel.id));
      return rest[Math.min(Math.max(0, at), rest.length - 1)]?.panel.id;
    };
    const remove = (ids: Ids) => {
      const row = ids.find(isRow);
      if (row !== undefined) return removeRow(row, false);
      const following = next(ids);
      const name = several(ids);
      store.run(removePanels(model(), valuesOf, ids));
      latest.current.selection.clear();
      if (following !== undefined) latest.current.focus(following);
      say(`${name} removed.`);
    };
    const removeRow = (id: number, withPanels: boolean) => {
      const gone = withPanels ? [id, ...panelsOfRow(id)] : [id];
      const following = next(gone);
      const name = titleOf(id);
      store.run(deleteRow(model(), valuesOf, id, { withPanels }));
      latest.current.selection.clear();
      if (following !== undefined) latest.current.focus(following);
      say(withPanels ? `${name} and its panels removed.` : `${name} removed. Its panels stay.`);
    };
    const panelsOfRow = (id: number): Ids => {
      const section = sectionsOf(model().panels).find(({ row }) => row?.id === id);
      return section ? allPanels(section.panels).map((panel) => panel.id) : [];
    };
    const rows = () => [
      { id: null, title: 'Above the first row' },
      ...sectionsOf(model().panels).flatMap(({ row }) =>
        row ? [{ id: row.id, title: row.title || 'Row' }] : [],
      ),
    ];
    return {
      valuesOf,
      rows,
      panelsOfRow,
      remove,
      removeRow,
      select: (ids) => latest.current.selection.set(ids),
      editPanel: (id) => setUrl({ editPanel: String(id) }),
      duplicate: (ids) => {
        if (ids.length === 0 || ids.some(isRow)) return;
        const { command, copies } = duplicatePanels(model(), valuesOf, ids);
        say(`${several(ids)} duplicated.`);
        store.run(command);
        latest.current.selection.set(copies);
        if (copies[0] !== undefined) latest.current.focus(copies[0]);
      },
      moveInOrder: (id, by) => {
        const before = model();
        const command = isRow(id) ? moveRowInOrder : movePanelInOrder;
        store.run(command(before, valuesOf, id, by));
        const way = by < 0 ? 'up' : 'down';
        const isFirst = model() === before;
        say(isFirst ? `${titleOf(id)} cannot move ${way}.` : `${titleOf(id)} moved ${way}.`);
      },
      moveToRow: (ids, row) => {
        store.run(movePanelsToRow(model(), valuesOf, ids, row));
        const title = rows().find(({ id }) => id === row)?.title ?? '';
        say(
          row === null
            ? `${several(ids)} moved above the first row.`
            : `${several(ids)} moved to ${title}.`,
        );
      },
      groupIntoRow: (ids) => {
        const { command, id } = newRow(model(), valuesOf, ids);
        store.run(command);
        latest.current.selection.set([id]);
        latest.current.focus(id);
        say(`${several(ids)} grouped into a new row.`);
      },
      align: (ids, alignment) => {
        store.run(alignPanels(model(), valuesOf, ids, alignment));
        say(`${several(ids)} aligned.`);
      },
      ...(latest.current.copy && { copy: (ids: Ids) => latest.current.copy?.(ids) }),
    };
  }, [store, variables, setUrl]);
}
