/** The model as uPlot options: series, bands, scales and axes. */
import uPlot from 'uplot';
import { isolatedPoints } from '../gaps';
import { labelWidth } from '../labelWidth';
import { axisFont, labelFont, type ChartTheme } from '../theme';
import { powerTicks, valueLabels, valueRange, valueSteps } from '../valueAxis';
import type { AxisModel, SeriesModel, SeriesTable } from './model';
import { fillOf, strokeOf } from './paint';

/**
 * More than this many cells are drawn without dimming the other series: every dimming is a redraw.
 */
const dimmingLimit = 60_000;
/** More series than this share one hover point. */
const hoverPointLimit = 40;
/** A lone bar would otherwise take the whole width. */
const widestBar = 120;

export function plotOptions(
  table: SeriesTable,
  theme: ChartTheme,
): Omit<uPlot.Options, 'width' | 'height'> {
  const { series, axes, times } = table;
  const crowded = series.length > hoverPointLimit;
  const dims = series.length > 1 && series.length * times.length <= dimmingLimit;
  return {
    padding: [8, axes.some((axis) => axis.side === 'right' && !axis.hidden) ? 4 : 16, 0, 4],
    series: [{}, ...series.map((one) => seriesOptions(one, theme))],
    bands: bands(series),
    scales: Object.fromEntries(axes.map((axis) => [axis.scale, scaleOptions(axis)])),
    axes: axes.map((axis) => axisOptions(axis, theme)),
    focus: { alpha: dims ? 0.35 : 1 },
    cursor: {
      focus: { prox: 30 },
      hover: { prox: 40 },
      points: {
        one: crowded,
        size: 8,
        width: 2,
        stroke: () => theme.token('--bg-panel'),
        fill: (_u, index) => series[index - 1]?.color ?? theme.token('--fg'),
      },
    },
  };
}

function seriesOptions(series: SeriesModel, theme: ChartTheme): uPlot.Series {
  const { style } = series;
  const fill = fillOf(series, theme);
  const stroke = strokeOf(series, theme);
  const asPoints = style.drawStyle === 'points';
  const options: uPlot.Series = {
    label: series.name,
    scale: series.scale,
    show: !style.hideFrom.viz,
    stroke,
    width: asPoints ? 0 : style.lineWidth,
    paths: asPoints ? () => null : pathsOf(series),
    points: {
      ...(style.drawStyle === 'bars'
        ? { show: false }
        : asPoints || style.showPoints === 'always'
          ? { show: true }
          : {}),
      size: Math.max(
        2,
        asPoints || style.showPoints !== 'auto' ? style.pointSize : Math.min(style.pointSize, 5),
      ),
      width: 0,
      space: style.pointSize * 4,
      fill: stroke,
      filter: (u, index, show) => (show ? null : isolatedPoints(u.data[index] ?? [])),
    },
  };
  if (style.showPoints === 'never' && !asPoints)
    options.points = { ...options.points, show: false };
  if (fill !== undefined) options.fill = fill;
  const dash = dashOf(series);
  if (dash)
    Object.assign(options, { dash, cap: style.lineStyle.fill === 'dot' ? 'round' : 'butt' });
  return options;
}

function dashOf({ style: { lineStyle, lineWidth } }: SeriesModel): number[] | undefined {
  if (lineStyle.fill === 'dash') return lineStyle.dash?.length ? lineStyle.dash : [10, 10];
  if (lineStyle.fill === 'dot')
    return lineStyle.dash?.length ? lineStyle.dash : [0, Math.max(4, lineWidth * 3)];
  if (lineStyle.fill === 'square')
    return lineStyle.dash?.length ? lineStyle.dash : [Math.max(2, lineWidth * 2), 6];
  return undefined;
}

function pathsOf({ style, below }: SeriesModel): uPlot.Series.PathBuilder | undefined {
  const paths = uPlot.paths;
  if (style.drawStyle === 'bars') {
    const align = Math.sign(style.barAlignment) as -1 | 0 | 1;
    const size: [number, number, number] = [
      style.barWidthFactor,
      style.barMaxWidth ?? widestBar,
      1,
    ];
    return paths.bars?.({ size, align, radius: below === undefined ? [0.08, 0] : 0 });
  }
  if (style.lineInterpolation === 'smooth') return paths.spline?.();
  if (style.lineInterpolation === 'stepAfter') return paths.stepped?.({ align: 1 });
  if (style.lineInterpolation === 'stepBefore') return paths.stepped?.({ align: -1 });
  return paths.linear?.();
}

/** The region between a series and the one it stands on; downwards for stacks below zero. */
function bands(series: readonly SeriesModel[]): uPlot.Band[] {
  return series.flatMap(({ below, drawn }, i) => {
    if (below === undefined) return [];
    const down = (drawn.find((value) => value) ?? 0) < 0;
    return [
      { series: [i + 1, below + 1] as [number, number], dir: down ? (1 as const) : (-1 as const) },
    ];
  });
}

function scaleOptions({ range }: AxisModel): uPlot.Scale {
  const distribution = { linear: 1, log: 3, symlog: 4 }[range.distribution];
  return {
    distr: distribution,
    ...(range.distribution !== 'linear' ? { log: range.base } : {}),
    ...(range.distribution === 'symlog' ? { asinh: range.linearThreshold || 1 } : {}),
    range: (_u, low, high) => valueRange(range, low, high),
  };
}

function axisOptions(axis: AxisModel, theme: ChartTheme): uPlot.Axis {
  const { unit, decimals, range } = axis;
  const stroke = axis.color ?? theme.token('--fg-3');
  const logarithmic = range.distribution !== 'linear';
  const options: uPlot.Axis = {
    scale: axis.scale,
    side: axis.side === 'left' ? 3 : 1,
    show: !axis.hidden,
    stroke,
    font: axisFont,
    gap: 6,
    space: (_u, _axis, _min, _max, height) => (height < 100 ? 22 : 36),
    size: (u, labels) => axis.width ?? Math.max(24, labelWidth(u, labels ?? []) + 12),
    ticks: { show: false },
    border: { show: axis.border, stroke, width: 1 },
    grid: { show: axis.grid, stroke: theme.token('--grid'), width: 1 },
    values: (_u, ticks) => valueLabels(ticks, unit, decimals),
  };
  if (axis.label)
    Object.assign(options, { label: axis.label, labelFont, labelSize: 20, labelGap: 0 });
  if (logarithmic) {
    const filter: uPlot.Axis.Filter = (u, ticks) =>
      powerTicks(ticks, range.base, 16, (value) => u.valToPos(value, axis.scale));
    options.filter = filter;
    options.grid = { ...options.grid, filter };
  } else {
    options.incrs = valueSteps(unit);
  }
  return options;
}
