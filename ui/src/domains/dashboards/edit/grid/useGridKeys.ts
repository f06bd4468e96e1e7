/** The keys of the grid: focus, selection, and moves and sizes without a pointer. */
import type { KeyboardEvent } from 'react';
import type { LayoutItem } from '../../model/layout';
import { findBlock } from '../model/arrange/arrangement';
import { stepSize, stepSpot, type Step } from '../model/arrange/steps';
import { neighbor, zonesOf, type Direction } from './places';
import { startOfMove, type Arranging, type ArrangingControls, type Landing } from './useArranging';
import { selectAll, type GridSelection } from './useSelection';

export interface GridActions {
  edit: (item: LayoutItem) => void;
  rename: (item: LayoutItem) => void;
  duplicate: (ids: readonly number[]) => void;
  remove: (ids: readonly number[]) => void;
}

export interface GridKeysInput {
  items: readonly LayoutItem[];
  selection: GridSelection;
  controls: ArrangingControls;
  actions: GridActions;
  focused: LayoutItem | undefined;
  focusOn: (item: LayoutItem) => void;
  onToggleRow: (key: string, collapsed: boolean) => void;
}

const STEPS: Record<string, Step> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'top',
  PageDown: 'bottom',
};

/** The panels a key acts on: the selection, if what is in focus belongs to it. */
export const idsAtHand = (selected: readonly number[], item: LayoutItem): readonly number[] =>
  selected.includes(item.panel.id) ? selected : [item.panel.id];

export function useGridKeys(input: GridKeysInput) {
  const { controls } = input;

  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const isCell = target instanceof HTMLElement && target.dataset.cell !== undefined;
    const { arranging } = controls;
    if (!isCell && !arranging?.byKeys) return;
    const isDone = arranging?.byKeys ? duringMove(event, arranging, input) : onCell(event, input);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function duringMove(
  event: KeyboardEvent,
  arranging: Arranging,
  { controls, items, onToggleRow }: GridKeysInput,
): boolean {
  const base = controls.base();
  if (!base || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Enter') controls.drop();
  else if (event.key === 'Escape') controls.cancel();
  else {
    const step = STEPS[event.key];
    const next = step && stepped(arranging, step, event.shiftKey, base);
    if (!next) return event.key === ' ';
    if (next.kind === 'move') {
      const zone = zonesOf(items, base).find(({ section }) => section === next.spot.section);
      if (zone?.row?.collapsed) onToggleRow(zone.row.key, false);
    }
    controls.show(next);
  }
  return true;
}

function stepped(
  { landing, ids }: Arranging,
  step: Step,
  isFar: boolean,
  base: NonNullable<ReturnType<ArrangingControls['base']>>,
): Landing | undefined {
  switch (landing.kind) {
    case 'move':
      return { ...landing, spot: stepSpot(base, ids, landing.spot, step, isFar) };
    case 'row': {
      const by = { up: -1, top: -1, down: 1, bottom: 1, left: 0, right: 0, first: 0, last: 0 }[
        step
      ];
      const to = Math.min(base.sections.length - 1, Math.max(1, landing.to + by));
      return { kind: 'row', to };
    }
    case 'resize': {
      const [id = -1] = ids;
      const block = findBlock(base, id)?.block;
      if (!block) return undefined;
      const from = { w: landing.rect.w ?? block.w, h: landing.rect.h ?? block.h };
      return { kind: 'resize', rect: stepSize(base, id, from, step, isFar) };
    }
  }
}

function onCell(event: KeyboardEvent, input: GridKeysInput): boolean {
  const { selection, focused } = input;
  if (!focused) return false;
  const ids = idsAtHand(selection.ids, focused);
  if (event.ctrlKey || event.metaKey) return withModifier(event, ids, input);
  if (event.altKey) return false;
  const direction = STEPS[event.key];
  if (direction) return goTo(event, direction, input);
  if (event.shiftKey) return false;
  switch (event.key) {
    case ' ':
      selection.toggle(focused);
      return true;
    case 'm':
      return beginMove(input.controls, ids);
    case 'r':
      return beginResize(ids, input);
    case 'F2':
      input.actions.rename(focused);
      return true;
    case 'Enter':
      if (focused.kind === 'row') input.onToggleRow(focused.key, !focused.collapsed);
      else input.actions.edit(focused);
      return true;
    case 'e':
      if (focused.kind === 'row') return false;
      input.actions.edit(focused);
      return true;
    case 'Delete':
    case 'Backspace':
      input.actions.remove(ids);
      return true;
    case 'Escape':
      if (selection.ids.length === 0) return false;
      selection.clear();
      return true;
    default:
      return false;
  }
}

function withModifier(
  event: KeyboardEvent,
  ids: readonly number[],
  { items, selection, focused, actions }: GridKeysInput,
): boolean {
  if (event.shiftKey || event.altKey) return false;
  if (event.key === 'a') selection.set(selectAll(items, focused, selection.ids));
  else if (event.key === 'd' && focused?.kind === 'panel') actions.duplicate(ids);
  else return false;
  return true;
}

function goTo(event: KeyboardEvent, step: Step, input: GridKeysInput): boolean {
  const { items, focused, focusOn, selection } = input;
  if (!focused) return false;
  const next =
    step === 'first'
      ? items[0]
      : step === 'last'
        ? items.at(-1)
        : step === 'top' || step === 'bottom'
          ? undefined
          : neighbor(items, focused, step satisfies Direction);
  if (!next) return step !== 'top' && step !== 'bottom';
  focusOn(next);
  if (event.shiftKey && next.kind === 'panel') {
    const own = focused.kind === 'panel' ? [focused.panel.id] : [];
    selection.set([...new Set([...selection.ids, ...own, next.panel.id])]);
  }
  return true;
}

/** Picks panels or a row up, to be moved by keys. */
export function beginMove(controls: ArrangingControls, ids: readonly number[]): boolean {
  const landing = startOfMove(controls.begin(ids, true), ids);
  if (landing) controls.show(landing);
  else controls.cancel();
  return true;
}

function beginResize(ids: readonly number[], { controls, focused }: GridKeysInput): boolean {
  if (focused?.kind !== 'panel') return false;
  const found = findBlock(controls.begin(ids, true), ids[0] ?? -1);
  if (found) controls.show({ kind: 'resize', rect: { w: found.block.w, h: found.block.h } });
  else controls.cancel();
  return true;
}
