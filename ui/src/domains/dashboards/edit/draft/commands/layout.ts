/**
 * Commands that arrange panels and rows. A panel's values of repeats come with each call, because
 * its copies take space as well.
 */
import type { DashboardModel, PanelModel } from '../../../../../data';
import {
  findBlock,
  readArrangement,
  sameArrangement,
  type Arrangement,
  type Rect,
  type ValuesOf,
} from '../../model/arrange/arrangement';
import {
  addBlocks,
  addRow,
  align,
  firstFreePlace,
  moveInOrder,
  moveRow,
  moveToSection,
  placeForCopies,
  removeBlocks,
  removeRow,
  rowIndex,
  type Alignment,
} from '../../model/arrange/order';
import { fillFree, type Edge } from '../../model/arrange/edges';
import { moveToSpot, setRects, type Spot } from '../../model/arrange/steps';
import { writeArrangement } from '../../model/arrange/write';
import { findPanel, freePanelId, mapPanels, withPanel } from '../../model/panels';
import { valueAt, withValue, type Path } from '../../model/withValue';
import type { Command, Label } from '../types';

type Ids = readonly number[];

/** What a command is called that concerns these panels. */
function labelOf(model: DashboardModel, ids: Ids, verb: Label['verb']): Label {
  const [id] = ids;
  if (ids.length !== 1 || id === undefined) return { verb, subject: 'panel', count: ids.length };
  const panel = findPanel(model, id);
  const subject = panel?.type === 'row' ? 'row' : 'panel';
  return { verb, subject, name: panel?.title, panel: id };
}

/** The model as `change` arranges it; the same one where everything stays in its place. */
export function arranged(
  model: DashboardModel,
  valuesOf: ValuesOf,
  change: (arrangement: Arrangement) => Arrangement,
): DashboardModel {
  const before = readArrangement(model.panels, valuesOf);
  const after = change(before);
  if (sameArrangement(before, after)) return model;
  return { ...model, panels: writeArrangement(model.panels, before, after) };
}

function arrange(
  valuesOf: ValuesOf,
  ids: Ids,
  label: Label,
  change: (arrangement: Arrangement) => Arrangement,
): Command {
  return {
    label,
    change: (model) => arranged(model, valuesOf, change),
    focus: { panels: ids },
  };
}

export const movePanels = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  ids: Ids,
  spot: Spot,
): Command =>
  arrange(
    valuesOf,
    ids,
    labelOf(model, ids, 'move'),
    (before) => moveToSpot(before, ids, spot).arrangement,
  );

export function setPlace(
  model: DashboardModel,
  valuesOf: ValuesOf,
  ids: Ids,
  rect: Partial<Rect>,
): Command {
  const isMove = rect.w === undefined && rect.h === undefined;
  const label = labelOf(model, ids, isMove ? 'move' : 'resize');
  const merge = `place ${ids.join()} ${Object.keys(rect).join()}`;
  return { ...arrange(valuesOf, ids, label, (before) => setRects(before, ids, rect)), merge };
}

export const fillSpace = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  id: number,
  edge: Edge,
): Command =>
  arrange(valuesOf, [id], labelOf(model, [id], 'resize'), (before) => fillFree(before, id, edge));

export const movePanelInOrder = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  id: number,
  by: 1 | -1,
): Command =>
  arrange(valuesOf, [id], labelOf(model, [id], 'move'), (before) => moveInOrder(before, id, by));

/** `row` null means above the first row. */
export const movePanelsToRow = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  ids: Ids,
  row: number | null,
): Command =>
  arrange(valuesOf, ids, labelOf(model, ids, 'move'), (before) => {
    const section = row === null ? 0 : rowIndex(before, row);
    return moveToSection(before, ids, section);
  });

export const alignPanels = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  ids: Ids,
  alignment: Alignment,
): Command =>
  arrange(
    valuesOf,
    ids,
    labelOf(model, ids, alignment === 'size' || alignment === 'distribute' ? 'resize' : 'move'),
    (before) => align(before, ids, alignment),
  );

export const removePanels = (model: DashboardModel, valuesOf: ValuesOf, ids: Ids): Command => ({
  ...arrange(valuesOf, ids, labelOf(model, ids, 'remove'), (before) => removeBlocks(before, ids)),
  focus: undefined,
});

/** Copies with new ids, next to the panels or with the first one at `spot`. */
export function duplicatePanels(
  model: DashboardModel,
  valuesOf: ValuesOf,
  ids: Ids,
  spot?: Spot,
): { command: Command; copies: Ids } {
  const free = freePanelId(model);
  const copies = ids.map((_, index) => free + index);
  const label = labelOf(model, ids, 'duplicate');
  const command = arrange(valuesOf, copies, label, (before) => {
    const places = placeForCopies(before, ids);
    if (!places) return before;
    const added = ids.flatMap((id, index) => {
      const found = findBlock(before, id);
      const rect = places.rects[index];
      return found && rect ? [{ panel: { ...found.block.panel, id: free + index }, rect }] : [];
    });
    const withCopies = addBlocks(before, places.section, added);
    return spot ? moveToSpot(withCopies, copies, spot).arrangement : withCopies;
  });
  return { command, copies };
}

/** A new panel in the first free place of the sections, or at the end of the last one. */
export function addPanel(
  model: DashboardModel,
  valuesOf: ValuesOf,
  panel: Omit<PanelModel, 'id' | 'gridPos'>,
  { size = { w: 12, h: 8 }, sections }: { size?: { w: number; h: number }; sections?: Ids } = {},
): { command: Command; id: number } {
  const id = freePanelId(model);
  const label: Label = { verb: 'add', subject: 'panel', name: panel.title as string, panel: id };
  const added = { ...panel, id, gridPos: { h: size.h, w: size.w, x: 0, y: 0 } } as PanelModel;
  const command = arrange(valuesOf, [id], label, (before) => {
    const { section, rect } = firstFreePlace(before, size, sections);
    return addBlocks(before, section, [{ panel: added, rect }]);
  });
  return { command, id };
}

/** New panels as one step, each in the first free place that is left. */
export function addPanels(
  model: DashboardModel,
  valuesOf: ValuesOf,
  added: readonly { panel: Omit<PanelModel, 'id' | 'gridPos'>; size: { w: number; h: number } }[],
): { command: Command; ids: Ids } {
  const [only] = added;
  if (only && added.length === 1) {
    const { command, id } = addPanel(model, valuesOf, only.panel, { size: only.size });
    return { command, ids: [id] };
  }
  const free = freePanelId(model);
  const ids = added.map((_, index) => free + index);
  const label: Label = { verb: 'add', subject: 'panel', count: ids.length };
  const command = arrange(valuesOf, ids, label, (before) =>
    added.reduce((arrangement, { panel, size }, index) => {
      const { section, rect } = firstFreePlace(arrangement, size);
      const placed = { ...panel, id: free + index, gridPos: { ...size, x: 0, y: 0 } } as PanelModel;
      return addBlocks(arrangement, section, [{ panel: placed, rect }]);
    }, before),
  );
  return { command, ids };
}

/** A new row at the end; with `ids`, above their row and with these panels in it. */
export function newRow(
  model: DashboardModel,
  valuesOf: ValuesOf,
  ids: Ids = [],
  title = 'New row',
): { command: Command; id: number } {
  const id = freePanelId(model);
  const row = {
    collapsed: false,
    gridPos: { h: 1, w: 24, x: 0, y: 0 },
    id,
    panels: [],
    title,
    type: 'row',
  } as PanelModel;
  const label: Label = { verb: 'add', subject: 'row', name: title, panel: id };
  const command = arrange(valuesOf, [id], label, (before) => {
    const first = ids[0] === undefined ? undefined : findBlock(before, ids[0]);
    const at = first ? first.section + 1 : before.sections.length;
    return moveToSection(addRow(before, row, at), ids, at);
  });
  return { command, id };
}

/** A row with its panels to place number `to` among the rows, counted from 1. */
export const moveRowTo = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  id: number,
  to: number,
): Command =>
  arrange(valuesOf, [id], labelOf(model, [id], 'move'), (before) => moveRow(before, id, to));

export function moveRowInOrder(
  model: DashboardModel,
  valuesOf: ValuesOf,
  id: number,
  by: 1 | -1,
): Command {
  return arrange(valuesOf, [id], labelOf(model, [id], 'move'), (before) =>
    moveRow(before, id, rowIndex(before, id) + by),
  );
}

export const deleteRow = (
  model: DashboardModel,
  valuesOf: ValuesOf,
  id: number,
  { withPanels }: { withPanels: boolean },
): Command => ({
  ...arrange(valuesOf, [id], labelOf(model, [id], 'remove'), (before) =>
    removeRow(before, id, withPanels),
  ),
  focus: undefined,
});

/** Whether the row is closed when the dashboard opens; its panels then stand inside it. */
export function setRowCollapsed(
  model: DashboardModel,
  valuesOf: ValuesOf,
  id: number,
  collapsed: boolean,
): Command {
  const from = Boolean(findPanel(model, id)?.collapsed);
  return {
    label: { ...labelOf(model, [id], 'set'), path: 'collapsed', from, to: collapsed },
    focus: { panels: [id] },
    change: (before) => {
      if (Boolean(findPanel(before, id)?.collapsed) === collapsed) return before;
      const marked = withPanel(before, id, (row) => ({ ...row, collapsed }));
      const open = readArrangement(marked.panels, valuesOf);
      // A section with another list of blocks is stored as its row now wants it.
      const sections = open.sections.map((section) =>
        section.row?.id === id ? { ...section, blocks: [...section.blocks] } : section,
      );
      return { ...marked, panels: writeArrangement(marked.panels, open, { ...open, sections }) };
    },
  };
}

/** Removes a value that is the default, unless the saved panel stores it. */
export interface Standard {
  value: unknown;
  saved: DashboardModel;
}

/** Sets one value of several panels in one step; undefined removes the key. */
export function setInPanels(
  model: DashboardModel,
  ids: Ids,
  path: Path,
  value: unknown,
  standard?: Standard,
): Command {
  const [id] = ids;
  const only = ids.length === 1 && id !== undefined ? findPanel(model, id) : undefined;
  const from = only && valueAt(only, path);
  const isAbsent = (panel: PanelModel) =>
    standard !== undefined &&
    value === standard.value &&
    valueAt(findPanel(standard.saved, panel.id), path) === undefined;
  return {
    label: { ...labelOf(model, ids, 'set'), path: path.join('.'), from, to: value },
    merge: `${path.join('.')} ${ids.join()}`,
    focus: { panels: ids },
    change: (before) => {
      const panels = mapPanels(before.panels, (panel) =>
        ids.includes(panel.id)
          ? withValue(panel, path, isAbsent(panel) ? undefined : value)
          : panel,
      );
      return panels === before.panels ? before : { ...before, panels };
    },
  };
}

/** The repeat of a panel or row; an empty name ends it. */
export const setRepeat = (model: DashboardModel, id: number, variable: string): Command =>
  setInPanels(model, [id], ['repeat'], variable || undefined);

/** The data source of all queries; the panel's own stays the one that is stored for all of them. */
export function setDataSource(
  model: DashboardModel,
  ids: Ids,
  ref: { type: string; uid: string },
): Command {
  return {
    label: { ...labelOf(model, ids, 'set'), path: 'datasource', to: ref.uid },
    focus: { panels: ids },
    change: (before) => {
      const panels = mapPanels(before.panels, (panel) => {
        if (!ids.includes(panel.id)) return panel;
        const targets = panel.targets?.map((target) =>
          target.datasource === undefined || isExpression(target.datasource)
            ? target
            : withRef(target, ref),
        );
        const isSame = targets?.every((target, at) => target === panel.targets?.[at]) ?? true;
        return withRef(isSame ? panel : { ...panel, targets }, ref);
      });
      return panels === before.panels ? before : { ...before, panels };
    },
  };
}

function withRef<T extends object>(target: T, ref: { type: string; uid: string }): T {
  const typed = withValue(target, ['datasource', 'type'], ref.type);
  return withValue(typed, ['datasource', 'uid'], ref.uid);
}

const isExpression = (ref: { uid?: string } | null | undefined) =>
  ref?.uid === '__expr__' || ref?.uid === '-100';
