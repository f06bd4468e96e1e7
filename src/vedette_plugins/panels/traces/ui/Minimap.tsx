import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Theme } from '@vedette/sdk';
import styles from './Minimap.module.css';
import { clampedView, durationText, percentIn, shifted, zoomed, type View } from './time';
import type { Trace } from './useTrace';

interface Props {
  trace: Trace;
  colors: ReadonlyMap<string, string>;
  theme: Theme;
  width: number;
  view: View;
  /** Of the trace, in milliseconds. */
  length: number;
  onView: (view: View) => void;
}

const HEIGHT = 44;
const MARGIN = 12;
/** More could not be distinguished on so few pixels. */
const MOST_DRAWN = 20_000;

/** The whole trace at a glance; a drag picks the part the rows show. */
export function Minimap({ trace, colors, theme, width, view, length, onView }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const inner = Math.max(1, width - 2 * MARGIN);
  const [drag, setDrag] = useState<{ from: number; to: number }>();

  useEffect(() => {
    if (canvas.current) drawSpans(canvas.current, trace, colors, theme, inner);
  }, [trace, colors, theme, inner]);

  const offsetAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / (box.width || 1))) * length;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const at = offsetAt(event);
    setDrag({ from: at, to: at });
  };
  const onPointerUp = () => {
    if (drag && Math.abs(drag.to - drag.from) > length * 0.004) {
      onView(
        clampedView(
          { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) },
          length,
        ),
      );
    }
    setDrag(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next: Record<string, View> = {
      ArrowLeft: shifted(view, -0.2, length),
      ArrowRight: shifted(view, 0.2, length),
      ArrowUp: zoomed(view, 0.5, length),
      '+': zoomed(view, 0.5, length),
      ArrowDown: zoomed(view, 2, length),
      '-': zoomed(view, 2, length),
      Home: { from: 0, to: length },
    };
    const wanted = next[event.key];
    if (!wanted) return;
    event.preventDefault();
    onView(wanted);
  };
  const whole: View = { from: 0, to: length };
  const left = percentIn(whole, view.from);
  const right = percentIn(whole, view.to);
  return (
    <div
      className={styles.minimap}
      style={{ height: HEIGHT, margin: `0 ${MARGIN}px 6px` }}
      role="slider"
      tabIndex={0}
      aria-label="Visible part of the trace"
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(view.from)}
      aria-valuetext={`${durationText(view.from)} to ${durationText(view.to)}`}
      title="Drag to zoom; double-click for the whole trace"
      onPointerDown={onPointerDown}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: offsetAt(event) })}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(undefined)}
      onDoubleClick={() => onView(whole)}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} style={{ width: inner, height: HEIGHT }} />
      <i className={styles.outside} style={{ left: 0, width: `${left}%` }} />
      <i className={styles.outside} style={{ left: `${right}%`, right: 0 }} />
      {(left > 0 || right < 100) && (
        <i className={styles.window} style={{ left: `${left}%`, width: `${right - left}%` }} />
      )}
      {drag && (
        <i
          className={styles.drag}
          style={{
            left: `${percentIn(whole, Math.min(drag.from, drag.to))}%`,
            width: `${percentIn(whole, Math.abs(drag.to - drag.from))}%`,
          }}
        />
      )}
    </div>
  );
}

function drawSpans(
  canvas: HTMLCanvasElement,
  { tree }: Trace,
  colors: ReadonlyMap<string, string>,
  theme: Theme,
  width: number,
): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  const length = tree.to - tree.from || 1;
  const lane = (HEIGHT - 6) / tree.spans.length;
  const thickness = Math.min(3, Math.max(1, lane - 0.5));
  const crit = theme.token('--crit-g');
  const step = Math.max(1, Math.ceil(tree.spans.length / MOST_DRAWN));
  tree.spans.forEach((span, at) => {
    if (at % step !== 0 && !span.isError) return;
    context.fillStyle = span.isError ? crit : (colors.get(span.service) ?? crit);
    const left = ((span.start - tree.from) / length) * width;
    context.fillRect(
      left,
      3 + Math.min(at * lane, at * 5),
      Math.max(1, (span.duration / length) * width),
      thickness,
    );
  });
}
