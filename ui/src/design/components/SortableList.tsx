import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { GripVertical } from 'lucide-react';
import { placeAmong } from './sorting';
import styles from './SortableList.module.css';

export interface SortableListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T, index: number) => string;
  /** What the item is called in announcements: "Threshold 80". */
  nameOf: (item: T, index: number) => string;
  onMove: (from: number, to: number) => void;
  /** Draws one row; `handle` is the grip to drag it by. */
  children: (item: T, index: number, handle: ReactNode) => ReactNode;
  className?: string;
  rowClassName?: string;
}

interface Drag {
  from: number;
  to: number;
  startY: number;
  tops: number[];
  heights: number[];
}

/** A list whose rows are dragged by their grip, or moved with Alt and the arrow keys. */
export function SortableList<T>(props: SortableListProps<T>): ReactNode {
  const { label, items, keyOf, nameOf, onMove, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<HTMLElement>(undefined);
  const [drag, setDrag] = useState<Drag & { offset: number }>();
  const [news, setNews] = useState('');

  // A row that React moves in the document loses the focus.
  useLayoutEffect(() => {
    focused.current?.focus({ preventScroll: true });
    focused.current?.scrollIntoView?.({ block: 'nearest' });
    focused.current = undefined;
  }, [items]);

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    const active = document.activeElement;
    if (active instanceof HTMLElement && list.current?.contains(active)) focused.current = active;
    onMove(from, to);
    setNews(`${nameOf(item, from)} moved to ${to + 1} of ${items.length}.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, index + step);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    setDrag({
      from,
      to: from,
      startY: event.clientY,
      tops: boxes.map(({ top }) => top),
      heights: boxes.map(({ height }) => height),
      offset: 0,
    });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    const offset = event.clientY - drag.startY;
    setDrag({ ...drag, offset, to: placeAmong(drag.tops, drag.heights, drag.from, offset) });
  };
  const end = (isDropped: boolean) => {
    if (drag && isDropped) move(drag.from, drag.to);
    setDrag(undefined);
  };
  const shiftOf = (index: number): number => {
    if (!drag) return 0;
    if (index === drag.from) return drag.offset;
    const height = drag.heights[drag.from] ?? 0;
    if (drag.from < index && index <= drag.to) return -height;
    return drag.to <= index && index < drag.from ? height : 0;
  };
  return (
    <>
      <ul ref={list} aria-label={label} className={`${styles.list} ${props.className ?? ''}`}>
        {items.map((item, index) => (
          <li
            key={keyOf(item, index)}
            className={`${styles.row} ${props.rowClassName ?? ''}`}
            data-dragged={drag?.from === index || undefined}
            style={drag && { transform: `translateY(${shiftOf(index)}px)` }}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {children(
              item,
              index,
              <button
                type="button"
                className={styles.handle}
                aria-label={`Move ${nameOf(item, index)}`}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                data-tip="Drag, or Alt ↑ ↓"
                onPointerDown={(event) => onPointerDown(event, index)}
                onPointerMove={onPointerMove}
                onPointerUp={() => end(true)}
                onPointerCancel={() => end(false)}
                onKeyDown={(event) => {
                  if (event.key !== 'Escape' || !drag) return;
                  event.stopPropagation();
                  end(false);
                }}
              >
                <GripVertical size={14} aria-hidden />
              </button>,
            )}
          </li>
        ))}
      </ul>
      <div role="status" className="vd-sr">
        {news}
      </div>
    </>
  );
}
