/** The panels of the draft in their places, to be moved, sized and selected. */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { Move, Scaling } from 'lucide-react';
import type { LayoutItem } from '../../model/layout';
import { fillSpace, setInPanels } from '../draft/commands/layout';
import { useDraftStore } from '../draft/context';
import type { Rect, ValuesOf } from '../model/arrange/arrangement';
import { Cell, placeStyle, type CellHandlers } from './Cell';
import { boundsOf, cellKey } from './places';
import { useArranging, type Arranging } from './useArranging';
import { useDrag } from './useDrag';
import { beginMove, idsAtHand, useGridKeys, type GridActions } from './useGridKeys';
import { useMarquee } from './useMarquee';
import type { GridSelection } from './useSelection';
import styles from './EditGrid.module.css';

export interface EditGridProps {
  items: readonly LayoutItem[];
  valuesOf: ValuesOf;
  selection: GridSelection;
  actions: GridActions;
  onToggleRow: (key: string, collapsed: boolean) => void;
  /** Says results for screen readers. */
  announce: (text: string) => void;
  /** The item to focus, and a number that changes with each request. */
  focusRequest?: { id: number; count: number };
  /** Receives how to begin a move by keys, for menus and toolbars. */
  onReady?: (moveByKeys: (ids: readonly number[]) => void) => void;
}

export function EditGrid(props: EditGridProps): ReactNode {
  const { items, valuesOf, selection, actions, onToggleRow, announce, focusRequest } = props;
  const store = useDraftStore();
  const grid = useRef<HTMLDivElement>(null);
  const [focusKey, setFocusKey] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const controls = useArranging(items, valuesOf, announce);
  const { arranging } = controls;
  const drag = useDrag({
    grid,
    items,
    controls,
    onOpenRow: (key) => onToggleRow(key, false),
  });
  const marquee = useMarquee(grid, items, selection);
  const focused = items.find((item) => cellKey(item) === focusKey) ?? items[0];

  const focusOn = useCallback((item: LayoutItem) => {
    setFocusKey(cellKey(item));
    const cell = cellIn(grid.current, item);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const onKeyDown = useGridKeys({
    items,
    selection,
    controls,
    actions: {
      ...actions,
      rename: (item) => (item.kind === 'row' ? setRenaming(item.key) : actions.rename(item)),
    },
    focused,
    focusOn,
    onToggleRow,
  });
  useKeptFocus(grid, items, focused, focusRequest, focusOn);
  const latest = useRef({ drag, selection, valuesOf, actions, items, controls });
  latest.current = { drag, selection, valuesOf, actions, items, controls };
  const handlers = useHandlers(latest, focusOn, onToggleRow, setRenaming, setFocusKey, store);

  const { onReady } = props;
  useEffect(() => {
    onReady?.((ids) => {
      const item = latest.current.items.find(({ panel }) => panel.id === ids[0]);
      if (!item) return;
      focusOn(item);
      beginMove(latest.current.controls, ids);
    });
  }, [onReady, focusOn]);

  const placeOf = (item: LayoutItem): Rect => arranging?.shown.get(cellKey(item)) ?? item;
  const isHeld = (item: LayoutItem) =>
    arranging !== undefined &&
    !arranging.byKeys &&
    arranging.landing.kind === 'move' &&
    !arranging.landing.copies &&
    arranging.ids.includes(item.panel.id);
  const shown = arranging ? [...arranging.shown.values()] : items;
  const bottom = Math.max(0, ...shown.map(({ y, h }) => y + h), ...items.map(({ y, h }) => y + h));
  const seen = new Set<number>();

  return (
    <div
      ref={grid}
      data-grid
      data-arranging={arranging ? '' : undefined}
      role="group"
      aria-label="Panels"
      className={styles.grid}
      style={{ '--rows': bottom } as CSSProperties}
      onKeyDown={onKeyDown}
      onPointerDown={marquee.onPointerDown}
    >
      {arranging && <Columns />}
      {items.map((item) => {
        const isCopy = seen.has(item.panel.id);
        seen.add(item.panel.id);
        return (
          <Cell
            key={cellKey(item)}
            item={item}
            // The held panel follows the pointer from its own place.
            place={isHeld(item) ? item : placeOf(item)}
            isSelected={selection.ids.includes(item.panel.id)}
            isStop={item === focused}
            isLifted={isHeld(item)}
            isCopy={isCopy}
            isRenaming={item.kind === 'row' && renaming === item.key}
            {...handlers}
          />
        );
      })}
      {arranging && arranging.places.length > 0 && <LandingPlaces arranging={arranging} />}
      {marquee.rect && <div className={styles.marquee} style={marquee.rect} aria-hidden />}
      {arranging?.byKeys && <KeyHints arranging={arranging} />}
    </div>
  );
}

function useHandlers(
  latest: {
    current: {
      drag: ReturnType<typeof useDrag>;
      selection: GridSelection;
      valuesOf: ValuesOf;
      actions: GridActions;
      items: readonly LayoutItem[];
    };
  },
  focusOn: (item: LayoutItem) => void,
  onToggleRow: (key: string, collapsed: boolean) => void,
  setRenaming: (key: string | undefined) => void,
  setFocusKey: (key: string) => void,
  store: ReturnType<typeof useDraftStore>,
): CellHandlers {
  const [handlers] = useState<Omit<CellHandlers, 'onToggleRow'>>(() => ({
    onDrag: (event, item) => {
      const { drag, selection } = latest.current;
      if (item.kind === 'row') return drag.dragRow(event, item);
      const ids = idsAtHand(selection.ids, item).filter((id) => id !== item.panel.id);
      drag.dragPanels(event, item, [item.panel.id, ...ids]);
    },
    onEdge: (event, item, edge) => latest.current.drag.dragEdge(event, item, edge),
    onFill: (item, edge) =>
      store.run(fillSpace(store.get().model, latest.current.valuesOf, item.panel.id, edge)),
    onSelect: (item, isAdded) => {
      focusOn(item);
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
  }));
  return { ...handlers, onToggleRow };
}

/** Focus stays in the grid when the cell that had it is removed, and goes where it is requested. */
function useKeptFocus(
  grid: { current: HTMLElement | null },
  items: readonly LayoutItem[],
  focused: LayoutItem | undefined,
  request: EditGridProps['focusRequest'],
  focusOn: (item: LayoutItem) => void,
) {
  const handled = useRef(request?.count);
  useLayoutEffect(() => {
    if (!request || handled.current === request.count) return;
    const item = items.find(({ panel }) => panel.id === request.id) ?? focused;
    if (!item || !cellIn(grid.current, item)) return;
    handled.current = request.count;
    focusOn(item);
  });
}

const cellIn = (grid: HTMLElement | null, item: LayoutItem) =>
  grid?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cellKey(item))}"]`);

function Columns(): ReactNode {
  return (
    <div className={styles.columns} aria-hidden>
      {Array.from({ length: 24 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

function LandingPlaces({ arranging }: { arranging: Arranging }): ReactNode {
  const { places, swapped, landing } = arranging;
  const { x, y, w, h } = boundsOf(places);
  const size = `${Math.round(w)} × ${h}`;
  const text =
    landing.kind === 'row' ? `row ${landing.to}` : `x ${Math.round(x)} · y ${y} · ${size}`;
  return (
    <>
      {places.map((place, index) => (
        <div key={index} className={styles.landing} style={placeStyle(place)} aria-hidden />
      ))}
      <div className={styles.readout} style={placeStyle({ x, y, w, h })} aria-hidden>
        <span>
          {text}
          {swapped !== undefined && <em> · swaps with {swapped}</em>}
        </span>
      </div>
    </>
  );
}

function KeyHints({ arranging: { title, landing } }: { arranging: Arranging }): ReactNode {
  const isResize = landing.kind === 'resize';
  const Icon = isResize ? Scaling : Move;
  return (
    <div className={styles.hints}>
      <Icon size={14} aria-hidden />
      <b>
        {isResize ? 'Resizing' : 'Moving'} {title}
      </b>
      <span>
        arrows {isResize ? 'resize' : 'move'} · Shift goes further · Enter drops · Esc cancels
      </span>
    </div>
  );
}
