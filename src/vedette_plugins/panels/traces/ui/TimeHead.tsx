import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { durationText, percentIn, rulerMarks, type View } from './time';
import styles from './TimeHead.module.css';
import { collapsedFrom, openDepth, type TraceTree } from './tree';

interface Props {
  tree: TraceTree;
  view: View;
  length: number;
  nameWidth: number;
  width: number;
  collapsed: ReadonlySet<string>;
  onCollapsed: (collapsed: ReadonlySet<string>) => void;
  onView: (view: View) => void;
  onNameWidth: (width: number) => void;
}

const MARK_WIDTH = 110;

/**
 * Above the spans: how far the tree is open, and the ruler of the part in view; a drag on the ruler
 * zooms in.
 */
export function TimeHead({
  tree,
  view,
  length,
  nameWidth,
  width,
  collapsed,
  onCollapsed,
  onView,
  onNameWidth,
}: Props) {
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const depth = openDepth(tree, collapsed);
  const isZoomed = view.from > 0 || view.to < length;
  const marks = rulerMarks(view, (width - nameWidth) / MARK_WIDTH);
  const offsetAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return (
      view.from +
      Math.min(1, Math.max(0, (event.clientX - box.left) / (box.width || 1))) *
        (view.to - view.from)
    );
  };
  const zoomIn = () => {
    if (drag && Math.abs(drag.to - drag.from) > (view.to - view.from) * 0.005) {
      onView({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) });
    }
    setDrag(undefined);
  };
  return (
    <div className={styles.head}>
      <div className={styles.names} style={{ width: nameWidth }}>
        <span>Service and operation</span>
        <button
          type="button"
          title="Collapse one level"
          aria-label="Collapse one level"
          disabled={depth <= 0}
          onClick={() => onCollapsed(collapsedFrom(tree, Math.min(depth, tree.deepest - 1) - 1))}
        >
          −
        </button>
        <button
          type="button"
          title="Expand one level"
          aria-label="Expand one level"
          disabled={collapsed.size === 0}
          onClick={() => onCollapsed(collapsedFrom(tree, depth + 1))}
        >
          +
        </button>
        <button
          type="button"
          title="Collapse all"
          aria-label="Collapse all"
          onClick={() => onCollapsed(collapsedFrom(tree, 0))}
        >
          ⇤
        </button>
        <button
          type="button"
          title="Expand all"
          aria-label="Expand all"
          disabled={collapsed.size === 0}
          onClick={() => onCollapsed(new Set())}
        >
          ⇥
        </button>
      </div>
      <Divider at={nameWidth} onMove={onNameWidth} />
      <div
        className={styles.ruler}
        onPointerDown={(event) => {
          if (event.button !== 0 || event.target instanceof HTMLButtonElement) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setDrag({ from: offsetAt(event), to: offsetAt(event) });
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: offsetAt(event) })}
        onPointerUp={zoomIn}
        onPointerCancel={() => setDrag(undefined)}
      >
        {marks.map((mark) => (
          <span
            key={mark}
            className={styles.mark}
            data-last={percentIn(view, mark) > 92 || undefined}
            style={{ left: `${percentIn(view, mark)}%` }}
          >
            {durationText(mark)}
          </span>
        ))}
        {drag && (
          <i
            className={styles.drag}
            style={{
              left: `${percentIn(view, Math.min(drag.from, drag.to))}%`,
              width: `${Math.abs(percentIn(view, drag.to) - percentIn(view, drag.from))}%`,
            }}
          />
        )}
        {isZoomed && (
          <button
            type="button"
            className={styles.reset}
            onClick={() => onView({ from: 0, to: length })}
          >
            Whole trace
          </button>
        )}
      </div>
    </div>
  );
}

function Divider({ at, onMove }: { at: number; onMove: (width: number) => void }) {
  const [from, setFrom] = useState<number>();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onMove(at - 16);
    if (key === 'ArrowRight') onMove(at + 16);
  };
  return (
    <div
      className={styles.divider}
      style={{ left: at - 4 }}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the names"
      aria-valuenow={at}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setFrom(event.clientX - at);
      }}
      onPointerMove={(event) => from !== undefined && onMove(event.clientX - from)}
      onPointerUp={() => setFrom(undefined)}
      onPointerCancel={() => setFrom(undefined)}
    />
  );
}
