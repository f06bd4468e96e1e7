/**
 * What every chart over time shares: size, zoom by drag, the crosshair of the page, the keyboard,
 * and redrawing in place. The kinds of charts add their series, axes and drawing.
 */
import uPlot from 'uplot';
import './plot.css';
import { forgetLabelWidths } from './labelWidth';
import { createPlotCursor } from './plotCursor';
import { plotKeyboard } from './plotKeyboard';
import { dragDistance, plotOptions } from './plotOptions';
import type { PlotSetup } from './plotTypes';
import { axisFont } from './theme';

export interface Plot {
  update(setup: PlotSetup): void;
  destroy(): void;
  /** The drawn chart; undefined while the element has no size. */
  current(): uPlot | undefined;
  /** Ends the pinned state of the cursor. */
  unpin(): void;
}

/** Below this many pixels there is nothing to draw on. */
const leastSize = 10;

export function createPlot(element: HTMLElement, initial: PlotSetup): Plot {
  let setup = initial;
  let plot: uPlot | undefined;
  let drawnKey = '';
  const access = { plot: () => plot, setup: () => setup };
  const live = makeFocusable(element);
  const cursor = createPlotCursor(element, access);
  const onKey = plotKeyboard(element, live, access, cursor);

  const zoom = (from: number, to: number) =>
    setup.onZoom?.({ from: Math.round(from), to: Math.round(to) });
  const zoomOut = () => {
    cursor.unpin();
    const { from, to } = setup.range;
    const half = (to - from) / 2;
    zoom(from - half, to + half);
  };
  const zoomIn = (u: uPlot) => {
    if (u.select.width < dragDistance) return;
    const from = u.posToVal(u.select.left, 'x');
    const to = u.posToVal(u.select.left + u.select.width, 'x');
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (Math.round(to) > Math.round(from)) zoom(from, to);
  };

  const build = () => {
    const { clientWidth: width, clientHeight: height } = element;
    plot?.destroy();
    plot = undefined;
    if (width < leastSize || height < leastSize) return;
    const options = plotOptions(
      access.setup,
      { width, height },
      {
        onCursor: cursor.moved,
        onSelect: zoomIn,
        onFocus: cursor.focus,
        onDoubleClick: zoomOut,
      },
    );
    plot = new uPlot(options, setup.data, element);
    plot.over.addEventListener('click', cursor.pin);
    drawnKey = setup.key;
    void redrawWithFont(access.plot);
  };

  const resize = new ResizeObserver(() => {
    cursor.forgetPlace();
    const { clientWidth: width, clientHeight: height } = element;
    if (!plot) build();
    else if (width < leastSize || height < leastSize) return;
    else if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
  });

  element.setAttribute('aria-label', setup.summary);
  element.addEventListener('keydown', onKey);
  element.addEventListener('blur', cursor.leave);
  cursor.followCrosshair();
  build();
  resize.observe(element);

  return {
    update(next) {
      const crosshairChanged =
        next.crosshair !== setup.crosshair || next.crosshair?.mode !== setup.crosshair?.mode;
      const dataChanged = next.data !== setup.data || next.range !== setup.range;
      setup = next;
      if (crosshairChanged) cursor.followCrosshair();
      element.setAttribute('aria-label', setup.summary);
      if (!plot || next.key !== drawnKey) build();
      else if (dataChanged) plot.setData(next.data);
      else plot.redraw(false);
    },
    destroy() {
      cursor.destroy();
      resize.disconnect();
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('blur', cursor.leave);
      plot?.destroy();
      live.remove();
    },
    current: () => plot,
    unpin: cursor.unpin,
  };
}

/** Makes `element` a chart for the keyboard and screen readers; returns what they read moves from. */
function makeFocusable(element: HTMLElement): HTMLElement {
  const live = document.createElement('span');
  live.className = 'vd-plot-live';
  live.setAttribute('aria-live', 'polite');
  element.classList.add('vd-plot');
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-roledescription', 'chart');
  element.append(live);
  return live;
}

/** Text on a canvas does not change by itself when its font arrives. */
async function redrawWithFont(plot: () => uPlot | undefined): Promise<void> {
  if (!document.fonts || document.fonts.check(axisFont)) return;
  const faces = await document.fonts.load(axisFont);
  if (faces.length === 0) return;
  forgetLabelWidths();
  plot()?.redraw(false, true);
}
