/** The cursor of one plot: reported to its chart, shared with the page's crosshair, pinned. */
import { watchOnScreen } from './onScreen';
import type { PlotAccess } from './plotTypes';

export interface PlotCursor {
  /** The series the pointer is closest to, as uPlot counts them. */
  focused: () => number | null;
  focus: (index: number | null) => void;
  /** Reports a move of the pointer to the chart and to the other charts of the page. */
  moved: () => void;
  pin: () => void;
  unpin: () => void;
  /** Takes the cursor off the plot; a pinned one, too. */
  clear: () => void;
  /** Takes the cursor off the plot unless it is pinned: its box holds links that take the focus. */
  leave: () => void;
  /** Follows the crosshair of the setup, and no longer that of the one before. */
  followCrosshair: () => void;
  /** Reads the place of the plot again at the next move. */
  forgetPlace: () => void;
  destroy: () => void;
}

/** Where nothing is pointed at. */
const noPlace = { left: 0, top: 0, height: 0 };

export function createPlotCursor(element: HTMLElement, { plot, setup }: PlotAccess): PlotCursor {
  let focused: number | null = null;
  let pinned = false;
  let foreign = false;
  let isOnScreen = true;
  let unsubscribe: (() => void) | undefined;
  /**
   * Place of the plot in the window, read once for each visit of the pointer: reading it forces a
   * layout.
   */
  let place: DOMRect | undefined;
  /**
   * A move of the crosshair that came while the chart was off screen: followed when it is seen
   * again.
   */
  let missed: { time: number | null; source: string } | undefined;

  const report = () => {
    const drawn = plot();
    if (!drawn || pinned) return;
    const { left = -1, top = -1, idx } = drawn.cursor;
    const silent = foreign && setup().crosshair?.mode !== 2;
    const index = left < 0 || idx == null || silent ? null : idx;
    if (left < 0) place = undefined;
    const rect = index === null ? noPlace : (place ??= drawn.over.getBoundingClientRect());
    const y = rect.top + (top < 0 ? rect.height / 3 : top);
    setup().onCursor?.({ index, focused, x: rect.left + left, y, pinned, foreign });
  };

  const unpin = () => {
    pinned = false;
    report();
  };

  const clear = () => {
    pinned = false;
    plot()?.setSeries(null, { focus: true });
    plot()?.setCursor({ left: -10, top: -10 });
  };

  const follow = (time: number | null, source: string) => {
    const drawn = plot();
    const { id, range } = setup();
    if (!drawn || source === id || pinned) return;
    if (!isOnScreen) {
      missed = { time, source };
      return;
    }
    foreign = true;
    const inRange = time !== null && time >= range.from && time <= range.to;
    // Far above the plot, so that no series counts as pointed at.
    drawn.setCursor({ left: inRange ? drawn.valToPos(time, 'x') : -10, top: -1e6 }, false);
    report();
    foreign = false;
  };

  const forgetPlace = () => {
    place = undefined;
  };
  const unwatch = watchOnScreen(element, (isShown) => {
    isOnScreen = isShown;
    forgetPlace();
    if (!isShown || !missed) return;
    follow(missed.time, missed.source);
    missed = undefined;
  });
  window.addEventListener('scroll', forgetPlace, { capture: true, passive: true });

  return {
    focused: () => focused,
    focus(index) {
      focused = index;
      report();
    },
    moved() {
      const drawn = plot();
      if (!drawn) return;
      report();
      const { crosshair, id } = setup();
      if (foreign || !crosshair?.mode) return;
      const { left = -1 } = drawn.cursor;
      crosshair.publish(left < 0 ? null : drawn.posToVal(left, 'x'), id);
    },
    pin() {
      const drawn = plot();
      if (!drawn || drawn.cursor.idx == null || (drawn.cursor.left ?? -1) < 0) return;
      unpin();
      pinned = true;
      const rect = drawn.over.getBoundingClientRect();
      const { left = 0, top = 0, idx } = drawn.cursor;
      const y = rect.top + Math.max(0, top);
      setup().onCursor?.({ index: idx, focused, x: rect.left + left, y, pinned, foreign });
    },
    unpin,
    clear,
    leave() {
      if (!pinned) clear();
    },
    followCrosshair() {
      unsubscribe?.();
      const { crosshair } = setup();
      unsubscribe = crosshair?.mode ? crosshair.subscribe(follow) : undefined;
    },
    forgetPlace,
    destroy() {
      unsubscribe?.();
      unwatch();
      window.removeEventListener('scroll', forgetPlace, { capture: true });
    },
  };
}
