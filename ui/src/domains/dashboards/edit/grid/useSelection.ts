/** The selected panels, or one row: view state that the draft knows nothing of. */
import { useCallback, useMemo, useState } from 'react';
import type { LayoutItem } from '../../model/layout';

export interface GridSelection {
  /** Panel ids in the order in which they were selected; a row stands alone. */
  ids: readonly number[];
  set: (ids: readonly number[]) => void;
  /** Adds the panel, or takes it out. */
  toggle: (item: LayoutItem) => void;
  clear: () => void;
}

const NONE: readonly number[] = [];

/** Leaves out what was removed or undone since. */
export function useSelection(items: readonly LayoutItem[]): GridSelection {
  const [wanted, setWanted] = useState(NONE);
  const ids = useMemo(() => {
    const known = new Set(items.map(({ panel }) => panel.id));
    const rest = wanted.filter((id) => known.has(id));
    return rest.length === wanted.length ? wanted : rest;
  }, [wanted, items]);
  const toggle = useCallback(
    ({ panel }: LayoutItem) =>
      setWanted((before) => {
        if (before.includes(panel.id)) return before.filter((id) => id !== panel.id);
        if (panel.type === 'row') return [panel.id];
        const rows = new Set(
          items.flatMap(({ kind, panel: { id } }) => (kind === 'row' ? [id] : [])),
        );
        return [...before.filter((id) => !rows.has(id)), panel.id];
      }),
    [items],
  );
  const clear = useCallback(() => setWanted(NONE), []);
  return useMemo(() => ({ ids, set: setWanted, toggle, clear }), [ids, toggle, clear]);
}

/** All panels of the row that the item stands in; of the whole page if these are selected. */
export function selectAll(
  items: readonly LayoutItem[],
  from: LayoutItem | undefined,
  selected: readonly number[],
): readonly number[] {
  const at = from ? items.indexOf(from) : 0;
  const start = items.slice(0, at + 1).findLastIndex(({ kind }) => kind === 'row') + 1;
  const end = items.findIndex(
    ({ kind }, index) => index >= Math.max(start, at + 1) && kind === 'row',
  );
  const inRow = idsOf(items.slice(start, end < 0 ? undefined : end));
  const isSelected = inRow.length > 0 && inRow.every((id) => selected.includes(id));
  return isSelected || inRow.length === 0 ? idsOf(items) : inRow;
}

export const idsOf = (items: readonly LayoutItem[]): readonly number[] => [
  ...new Set(items.flatMap(({ kind, panel: { id } }) => (kind === 'panel' ? [id] : []))),
];
