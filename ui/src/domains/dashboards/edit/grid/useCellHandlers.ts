/** What cells do on pointer and title changes; the functions stay the same between renders. */
import { useState, type PointerEvent, type RefObject } from 'react';
import type { LayoutItem } from '../../model/layout';
import { fillSpace, setInPanels } from '../draft/commands/layout';
import { useDraftStore } from '../draft/context';
import type { ValuesOf } from '../model/arrange/arrangement';
import type { CellHandlers } from './Cell';
import { cellKey } from './places';
import type { ArrangingControls } from './useArranging';
import type { useDrag } from './useDrag';
import { idsAtHand, type GridActions } from './useGridKeys';
import type { GridSelection } from './useSelection';

export interface CellHandlersInput {
  drag: ReturnType<typeof useDrag>;
  selection: GridSelection;
  valuesOf: ValuesOf;
  actions: GridActions;
  items: readonly LayoutItem[];
  controls: ArrangingControls;
  focusOn: (item: LayoutItem) => void;
}

export function useCellHandlers(
  latest: RefObject<CellHandlersInput>,
  {
    setFocusKey,
    setRenaming,
  }: {
    setFocusKey: (key: string) => void;
    setRenaming: (key: string | undefined) => void;
  },
): Omit<CellHandlers, 'onToggleRow'> {
  const store = useDraftStore();
  const [handlers] = useState(() => {
    /** What the pointer takes hold of becomes the selection, unless it belongs to it. */
    const take = (event: PointerEvent, item: LayoutItem): readonly number[] => {
      const { selection } = latest.current;
      const ids = idsAtHand(selection.ids, item);
      const isPlain = event.button === 0 && event.pointerType !== 'touch';
      const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
      if (isPlain && !isAdding && ids !== selection.ids) selection.set(ids);
      return ids;
    };
    return {
      onDrag: (event: PointerEvent, item: LayoutItem) => {
        const { drag } = latest.current;
        const others = take(event, item).filter((id) => id !== item.panel.id);
        if (item.kind === 'row') drag.dragRow(event, item);
        else drag.dragPanels(event, item, [item.panel.id, ...others]);
      },
      onEdge: (event, item, edge) => {
        take(event, item);
        latest.current.drag.dragEdge(event, item, edge);
      },
      onFill: (item, edge) => {
        store.run(fillSpace(store.get().model, latest.current.valuesOf, item.panel.id, edge));
      },
      onSelect: (item, isAdded) => {
        latest.current.focusOn(item);
        if (isAdded) latest.current.selection.toggle(item);
        else latest.current.selection.set([item.panel.id]);
      },
      onFocus: (item) => setFocusKey(cellKey(item)),
      onEdit: (item) => latest.current.actions.edit(item),
      onRename: (item, title) => {
        store.run(setInPanels(store.get().model, [item.panel.id], ['title'], title));
        store.closeStep();
      },
      onRenaming: (item) => setRenaming(item?.key),
    } satisfies Omit<CellHandlers, 'onToggleRow'>;
  });
  return handlers;
}
