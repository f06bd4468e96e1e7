/**
 * What every chart over time shares: size, zoom by drag, the crosshair of the page, the keyboard,
 * and redrawing in place. The kinds of charts add their series, axes and drawing.
 */
import uPlot from 'uplot';
import './plot.css';
import { watchOnScreen } from './onScreen';
import { axisFont, type ChartTheme } from './theme';
import { timeLabels, timeSteps, timeTicks } from './timeAxis';

export interface ChartCrosshair {
  publish(time: number | null, source: string): void;
  subscribe(listener: (time: number | null, source: string) => void): () => void;
  mode: 0 | 1 | 2;
}

/** What the page tells every chart. */
export interface PlotContext {
  id: string;
  range: { from: number; to: number };
  timeZone: string;
  theme: ChartTheme;
  /** Read by screen readers in place of the picture. */
  summary: string;
  crosshair?: ChartCrosshair;
  onZoom?: (range: { from: number; to: number }) => void;
}

export interface CursorState {
  /** Position in the data, null when the pointer left. */
  index: number | null;
  /** The series the pointer is closest to, as uPlot counts them (1 is the first). */
  focused: number | null;
  /** In pixels of the viewport. */
  x: number;
  y: number;
  pinned: boolean;
  /** The crosshair of another panel moved this one. */
  foreign: boolean;
}

export interface PlotSetup extends PlotContext {
  /** Two setups with the same key differ in their data only. */
  key: string;
  data: uPlot.AlignedData;
  options: () => Pick<uPlot.Options, 'series' | 'hooks'> & Partial<uPlot.Options>;
  onCursor?: (state: CursorState) => void;
  /** Said to screen readers when the keyboard moved the crosshair. */
  describe?: (index: number, focused: number | null) => string;
}

export interface Plot {
  update(setup: PlotSetup): void;
  destroy(): void;
  /** The drawn chart; undefined while the element has no size. */
  current(): uPlot | undefined;
  /** Ends the pinned state of the cursor. */
  unpin(): void;
}

/** Where nothing is pointed at. */
const noPlace = { left: 0, top: 0, height: 0 };

/** Pixels the pointer has to travel before a click becomes a zoom. */
const dragDistance = 6;

export function createPlot(element: HTMLElement, initial: PlotSetup): Plot {
  let setup = initial;
  let plot: uPlot | undefined;
  let drawnKey = '';
  let focused: number | null = null;
  let pinned = false;
  let foreign = false;
  let unsubscribe: (() => void) | undefined;
  let isOnScreen = true;
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

  const live = document.createElement('span');
  live.className = 'vd-plot-live';
  live.setAttribute('aria-live', 'polite');
  element.classList.add('vd-plot');
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-roledescription', 'chart');
  element.append(live);

  const report = () => {
    if (!plot || pinned) return;
    const { left = -1, top = -1, idx } = plot.cursor;
    const silent = foreign && setup.crosshair?.mode !== 2;
    const index = left < 0 || idx == null || silent ? null : idx;
    if (left < 0) place = undefined;
    const rect = index === null ? noPlace : (place ??= plot.over.getBoundingClientRect());
    const y = rect.top + (top < 0 ? rect.height / 3 : top);
    setup.onCursor?.({ index, focused, x: rect.left + left, y, pinned, foreign });
  };

  const onSetCursor = () => {
    if (!plot) return;
    report();
    if (foreign || !setup.crosshair?.mode) return;
    const { left = -1 } = plot.cursor;
    setup.crosshair.publish(left < 0 ? null : plot.posToVal(left, 'x'), setup.id);
  };

  const onSetSelect = (u: uPlot) => {
    if (u.select.width < dragDistance) return;
    const from = Math.round(u.posToVal(u.select.left, 'x'));
    const to = Math.round(u.posToVal(u.select.left + u.select.width, 'x'));
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (to > from) setup.onZoom?.({ from, to });
  };

  const zoomOut = () => {
    pinned = false;
    report();
    const { from, to } = setup.range;
    const half = (to - from) / 2;
    setup.onZoom?.({ from: Math.round(from - half), to: Math.round(to + half) });
  };

  const followCrosshair = (time: number | null, source: string) => {
    if (!plot || source === setup.id || pinned) return;
    if (!isOnScreen) {
      missed = { time, source };
      return;
    }
    foreign = true;
    const inRange = time !== null && time >= setup.range.from && time <= setup.range.to;
    // Far above the plot, so that no series counts as pointed at.
    plot.setCursor({ left: inRange ? plot.valToPos(time, 'x') : -10, top: -1e6 }, false);
    report();
    foreign = false;
  };

  const onClick = () => {
    if (!plot || plot.cursor.idx == null || (plot.cursor.left ?? -1) < 0) return;
    pinned = false;
    report();
    pinned = true;
    const rect = plot.over.getBoundingClientRect();
    const { left = 0, top = 0, idx } = plot.cursor;
    setup.onCursor?.({
      index: idx,
      focused,
      x: rect.left + left,
      y: rect.top + Math.max(0, top),
      pinned,
      foreign,
    });
  };

  const build = () => {
    const { clientWidth: width, clientHeight: height } = element;
    plot?.destroy();
    plot = undefined;
    if (width < 10 || height < 10) return;
    const {
      hooks,
      axes = [],
      scales = {},
      cursor,
      padding = [8, 16, 0, 4],
      ...options
    } = setup.options();
    const [top, right, bottom, start] = padding;
    const merged: uPlot.Options = {
      ...options,
      padding: [top, () => edgeRoom(setup, right), bottom, start],
      width,
      height,
      ms: 1,
      legend: { show: false },
      scales: { x: { time: false, range: () => [setup.range.from, setup.range.to] }, ...scales },
      axes: [timeAxis(() => setup), ...axes],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: dragDistance },
        ...cursor,
        bind: { dblclick: () => () => (zoomOut(), null) },
      },
      hooks: {
        ...hooks,
        setCursor: [...(hooks?.setCursor ?? []), onSetCursor],
        setSelect: [onSetSelect],
        setSeries: [
          (_u, index) => {
            focused = index;
            report();
          },
        ],
      },
    };
    plot = new uPlot(merged, setup.data, element);
    plot.over.addEventListener('click', onClick);
    drawnKey = setup.key;
    redrawWithFont();
  };

  /** Text on a canvas does not change by itself when its font arrives. */
  const redrawWithFont = () => {
    if (!document.fonts || document.fonts.check(axisFont)) return;
    document.fonts.load(axisFont).then((faces) => {
      if (faces.length === 0) return;
      measured.clear();
      plot?.redraw(false, true);
    });
  };

  const moveBy = (steps: number) => {
    if (!plot) return;
    const times = plot.data[0];
    const edge = steps > 0 ? plot.valToIdx(setup.range.from) : plot.valToIdx(setup.range.to);
    const index = Math.min(
      times.length - 1,
      Math.max(0, (plot.cursor.idx ?? edge - Math.sign(steps)) + steps),
    );
    const time = times[index];
    if (time === undefined) return;
    plot.setCursor({ left: plot.valToPos(time, 'x'), top: focusTop(plot, index, focused) });
    live.textContent = setup.describe?.(index, focused) ?? '';
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.target !== element || !plot || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 10 : 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => moveBy(-step),
      ArrowRight: () => moveBy(step),
      ArrowUp: () => focusNext(-1),
      ArrowDown: () => focusNext(1),
      Enter: onClick,
      Escape: clear,
    };
    const action = actions[event.key];
    if (!action || (event.key === 'Escape' && plot.cursor.idx == null)) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const focusNext = (direction: number) => {
    if (!plot) return;
    const shown = plot.series.map((series, i) => (i > 0 && series.show ? i : 0)).filter(Boolean);
    if (shown.length === 0) return;
    const at = focused === null ? (direction > 0 ? -1 : 0) : shown.indexOf(focused);
    const next = shown[(at + direction + shown.length) % shown.length] as number;
    plot.setSeries(next, { focus: true });
    if (plot.cursor.idx != null) live.textContent = setup.describe?.(plot.cursor.idx, next) ?? '';
  };

  const clear = () => {
    pinned = false;
    plot?.setSeries(null, { focus: true });
    plot?.setCursor({ left: -10, top: -10 });
  };

  /** A pinned cursor stays: its box holds links, and taking one takes the focus. */
  const leave = () => {
    if (!pinned) clear();
  };

  const watchCrosshair = () => {
    unsubscribe?.();
    unsubscribe = setup.crosshair?.mode ? setup.crosshair.subscribe(followCrosshair) : undefined;
  };

  const resize = new ResizeObserver(() => {
    place = undefined;
    const { clientWidth: width, clientHeight: height } = element;
    if (!plot) build();
    else if (width < 10 || height < 10) return;
    else if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
  });

  const forgetPlace = () => {
    place = undefined;
  };
  const unwatch = watchOnScreen(element, (isShown) => {
    isOnScreen = isShown;
    forgetPlace();
    if (!isShown || !missed) return;
    followCrosshair(missed.time, missed.source);
    missed = undefined;
  });

  element.setAttribute('aria-label', setup.summary);
  element.addEventListener('keydown', onKey);
  element.addEventListener('blur', leave);
  window.addEventListener('scroll', forgetPlace, { capture: true, passive: true });
  watchCrosshair();
  build();
  resize.observe(element);

  return {
    update(next) {
      const crosshairChanged =
        next.crosshair !== setup.crosshair || next.crosshair?.mode !== setup.crosshair?.mode;
      const dataChanged = next.data !== setup.data || next.range !== setup.range;
      setup = next;
      if (crosshairChanged) watchCrosshair();
      element.setAttribute('aria-label', setup.summary);
      if (!plot || next.key !== drawnKey) build();
      else if (dataChanged) plot.setData(next.data);
      else plot.redraw(false);
    },
    destroy() {
      unsubscribe?.();
      unwatch();
      resize.disconnect();
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('blur', leave);
      window.removeEventListener('scroll', forgetPlace, { capture: true });
      plot?.destroy();
      live.remove();
    },
    current: () => plot,
    unpin() {
      pinned = false;
      report();
    },
  };
}

/** Height of the focused series at a position, so that the keyboard keeps its series focused. */
function focusTop(plot: uPlot, index: number, focused: number | null): number {
  const value = focused === null ? null : plot.data[focused]?.[index];
  const scale = focused === null ? undefined : plot.series[focused]?.scale;
  return value == null || !scale ? -10 : plot.valToPos(value, scale);
}

/**
 * Labels with seconds are wide; the last one needs room beyond the plot unless an axis is there.
 */
function edgeRoom({ range }: PlotContext, right: uPlot.PaddingSide): number {
  const room = typeof right === 'number' ? right : 16;
  return room > 8 && range.to - range.from < 600_000 ? room + 12 : room;
}

function timeAxis(setup: () => PlotContext): uPlot.Axis {
  return {
    scale: 'x',
    stroke: () => setup().theme.token('--fg-3'),
    font: axisFont,
    size: 26,
    gap: 6,
    ticks: { show: false },
    grid: { show: false },
    space: (_u, _axis, min, max, dim) =>
      (max - min) / dim < 15 ? 100 : (max - min) / dim < 900 ? 78 : 64,
    incrs: timeSteps,
    splits: (_u, _axis, min, max, step) => timeTicks(min, max, step, setup().timeZone),
    values: (_u, ticks, _axis, _space, step) => timeLabels(ticks, step, setup().timeZone),
  };
}

const measured = new Map<string, number>();

/** Width of an axis' longest label in CSS pixels. */
export function labelWidth(u: uPlot, labels: readonly (string | null)[], font = axisFont): number {
  let widest = 0;
  u.ctx.save();
  for (const label of labels) {
    if (!label) continue;
    const key = font + label;
    let width = measured.get(key);
    if (width === undefined) {
      u.ctx.font = font;
      width = u.ctx.measureText(label).width;
      if (measured.size > 5000) measured.clear();
      measured.set(key, width);
    }
    widest = Math.max(widest, width);
  }
  u.ctx.restore();
  return Math.ceil(widest);
}
