import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { fitted, moved, zoomedAt, type Size, type Viewport } from './viewport';

interface Options {
  graph: Size;
  panel: Size;
  surface: RefObject<SVGSVGElement | null>;
  /** Whether the wheel zooms without Ctrl. */
  isGreedy: boolean;
}

const STEP = 1.3;
const PAN = 60;
/** A press that moves less is a click. */
const CLICK_MOVE = 4;

/** Pan and zoom by drag, wheel and keys. The whole graph is fitted in until someone moves it. */
export function useViewport({ graph, panel, surface, isGreedy }: Options) {
  const [own, setOwn] = useState<Viewport>();
  const view = own ?? fitted(graph, panel);
  const latest = useRef(view);
  latest.current = view;
  const drag = useRef<{ x: number; y: number; isMoving: boolean }>(undefined);

  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    // React listens passively to the wheel, and could not keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      if (!isGreedy && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      };
      setOwn(zoomedAt(latest.current, Math.exp(-event.deltaY * 0.002), at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface, isGreedy]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const next: Record<string, Viewport | undefined> = {
      ArrowLeft: moved(view, PAN, 0),
      ArrowRight: moved(view, -PAN, 0),
      ArrowUp: moved(view, 0, PAN),
      ArrowDown: moved(view, 0, -PAN),
      '+': zoomedAt(view, STEP),
      '=': zoomedAt(view, STEP),
      '-': zoomedAt(view, 1 / STEP),
      '0': undefined,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    setOwn(next[event.key]);
  };

  return {
    view,
    setView: setOwn,
    zoomIn: () => setOwn(zoomedAt(view, STEP)),
    zoomOut: () => setOwn(zoomedAt(view, 1 / STEP)),
    fit: () => setOwn(undefined),
    handlers: {
      onKeyDown,
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0)
          drag.current = { x: event.clientX, y: event.clientY, isMoving: false };
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const from = drag.current;
        if (!from) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (!from.isMoving && Math.hypot(dx, dy) < CLICK_MOVE) return;
        // Only now: a captured pointer would take the click away from nodes.
        if (!from.isMoving) event.currentTarget.setPointerCapture?.(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, isMoving: true };
        setOwn(moved(latest.current, dx, dy));
      },
      onPointerUp: () => {
        drag.current = undefined;
      },
      onPointerCancel: () => {
        drag.current = undefined;
      },
    },
  };
}
