/** A move or resize that has begun and is not dropped yet, and the layout that it leads to. */
import { useCallback, useRef, useState } from 'react';
import type { DashboardModel } from '../../../../data';
import { layoutDashboard, type LayoutItem } from '../../model/layout';
import { duplicatePanels, movePanels, moveRowTo, setPlace } from '../draft/commands/layout';
import { useDraftStore } from '../draft/context';
import type { Command } from '../draft/types';
import {
  readArrangement,
  type Arrangement,
  type Rect,
  type ValuesOf,
} from '../model/arrange/arrangement';
import { rowIndex } from '../model/arrange/order';
import { moveToSpot, spotOf, type Spot } from '../model/arrange/steps';
import { boundsOf, cellKey, collapsedRows, resultText, titleOf } from './places';

export type Landing =
  | { kind: 'move'; spot: Spot; copies?: boolean }
  | { kind: 'resize'; rect: Partial<Rect> }
  | { kind: 'row'; to: number };

export interface Arranging {
  ids: readonly number[];
  byKeys: boolean;
  title: string;
  landing: Landing;
  command: Command;
  /** Where every cell is now, by its key. */
  shown: ReadonlyMap<string, Rect>;
  /** Where the panels will be. */
  places: readonly Rect[];
  swapped?: string;
}

interface Start {
  model: DashboardModel;
  base: Arrangement;
  ids: readonly number[];
  byKeys: boolean;
  title: string;
}

export interface ArrangingControls {
  arranging: Arranging | undefined;
  /** The layout at the start; undefined while nothing is moved. */
  base: () => Arrangement | undefined;
  begin: (ids: readonly number[], byKeys: boolean) => Arrangement;
  show: (landing: Landing) => void;
  drop: () => void;
  cancel: () => void;
}

export function useArranging(
  items: readonly LayoutItem[],
  valuesOf: ValuesOf,
  announce: (text: string) => void,
): ArrangingControls {
  const store = useDraftStore();
  const [arranging, setArranging] = useState<Arranging>();
  const started = useRef<Start>(undefined);
  const latest = useRef({ items, valuesOf, arranging, announce });
  latest.current = { items, valuesOf, arranging, announce };

  const begin = useCallback(
    (ids: readonly number[], byKeys: boolean) => {
      const { model } = store.get();
      const base = readArrangement(model.panels, latest.current.valuesOf);
      const item = latest.current.items.find(({ panel }) => panel.id === ids[0]);
      const title = ids.length > 1 ? `${ids.length} panels` : item ? titleOf(item) : '';
      started.current = { model, base, ids, byKeys, title };
      return base;
    },
    [store],
  );
  const show = useCallback((landing: Landing) => {
    const start = started.current;
    if (!start) return;
    const next = preview(start, landing, latest.current.items, latest.current.valuesOf);
    latest.current.arranging = next;
    setArranging(next);
    if (next.byKeys) latest.current.announce(spoken(next));
  }, []);
  const stop = useCallback(() => {
    started.current = undefined;
    setArranging(undefined);
  }, []);
  const drop = useCallback(() => {
    const current = latest.current.arranging;
    stop();
    if (!current) return;
    store.run(current.command);
    store.closeStep();
    latest.current.announce(spoken(current));
  }, [store, stop]);
  const cancel = useCallback(() => {
    if (latest.current.arranging) latest.current.announce('Canceled.');
    stop();
  }, [stop]);
  return { arranging, base: () => started.current?.base, begin, show, drop, cancel };
}

function spoken({ title, places, swapped, ids, landing }: Arranging): string {
  const [first] = places;
  if (landing.kind === 'row') return `${title}: row ${landing.to}.`;
  if (!first) return `${title} moved.`;
  return resultText(title, ids.length > 1 ? boundsOf(places) : first, swapped);
}

function preview(
  start: Start,
  landing: Landing,
  items: readonly LayoutItem[],
  valuesOf: ValuesOf,
): Arranging {
  const { model, base, ids } = start;
  const { command, moved } = commandFor(start, landing, valuesOf);
  const { panels } = command.change(model);
  const next = layoutDashboard({ panels, valuesOf, collapsed: collapsedRows(items) });
  const shown = new Map(next.map((item) => [cellKey(item), rectOf(item)]));
  // The first copy stands for all, where a row or panel repeats.
  const places = moved.flatMap((id) => {
    const item = next.find(({ panel }) => panel.id === id);
    return item ? [rectOf(item)] : [];
  });
  const swapped =
    landing.kind === 'move' && !landing.copies
      ? moveToSpot(base, ids, landing.spot).swapped?.panel
      : undefined;
  return {
    ...start,
    landing,
    command,
    shown,
    places,
    swapped: swapped && titleOf({ panel: swapped }),
  };
}

function commandFor(
  { model, ids }: Start,
  landing: Landing,
  valuesOf: ValuesOf,
): { command: Command; moved: readonly number[] } {
  switch (landing.kind) {
    case 'resize':
      return { command: setPlace(model, valuesOf, ids, landing.rect), moved: ids };
    case 'row':
      return { command: moveRowTo(model, valuesOf, ids[0] ?? -1, landing.to), moved: ids };
    case 'move': {
      if (!landing.copies)
        return { command: movePanels(model, valuesOf, ids, landing.spot), moved: ids };
      const { command, copies } = duplicatePanels(model, valuesOf, ids, landing.spot);
      return { command, moved: copies };
    }
  }
}

/** Where a move by keys begins: a row at its number, panels at their place. */
export function startOfMove(base: Arrangement, ids: readonly number[]): Landing | undefined {
  const row = rowIndex(base, ids[0] ?? -1);
  if (row > 0) return { kind: 'row', to: row };
  const spot = spotOf(base, ids);
  return spot && { kind: 'move', spot };
}

const rectOf = ({ x, y, w, h }: Rect): Rect => ({ x, y, w, h });
