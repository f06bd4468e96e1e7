/** From the setup of a chart to the options of its plot: the time axis, paddings, and hooks. */
import type uPlot from 'uplot';
import type { PlotContext, PlotSetup } from './plotTypes';
import { axisFont } from './theme';
import { timeLabels, timeSteps, timeTicks } from './timeAxis';

/** Pixels the pointer has to travel before a click becomes a zoom. */
export const dragDistance = 6;

export interface PlotHandlers {
  onCursor: () => void;
  onSelect: (u: uPlot) => void;
  onFocus: (index: number | null) => void;
  onDoubleClick: () => void;
}

export function plotOptions(
  setup: () => PlotSetup,
  size: { width: number; height: number },
  { onCursor, onSelect, onFocus, onDoubleClick }: PlotHandlers,
): uPlot.Options {
  const {
    hooks,
    axes = [],
    scales = {},
    cursor,
    padding = [8, 16, 0, 4],
    ...options
  } = setup().options();
  const [top, right, bottom, start] = padding;
  return {
    ...options,
    ...size,
    padding: [top, () => edgePadding(setup(), right), bottom, start],
    ms: 1,
    legend: { show: false },
    scales: { x: { time: false, range: () => [setup().range.from, setup().range.to] }, ...scales },
    axes: [timeAxis(setup), ...axes],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: dragDistance },
      ...cursor,
      bind: { dblclick: () => () => (onDoubleClick(), null) },
    },
    hooks: {
      ...hooks,
      setCursor: [...(hooks?.setCursor ?? []), onCursor],
      setSelect: [onSelect],
      setSeries: [(_u, index) => onFocus(index)],
    },
  };
}

/**
 * Labels with seconds are wide; the last one needs space beyond the plot unless an axis is there.
 */
function edgePadding({ range }: PlotContext, right: uPlot.PaddingSide): number {
  const space = typeof right === 'number' ? right : 16;
  return space > 8 && range.to - range.from < 600_000 ? space + 12 : space;
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
