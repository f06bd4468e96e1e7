/** The heatmap: counts over time and value, as coloured cells. */
import uPlot from 'uplot';
import { formatValue, formatted } from '../../data/format/value';
import {
  annotationMarks,
  drawLines,
  drawRegions,
  type AnnotationHover,
  type ChartAnnotation,
} from '../annotations';
import { labelWidth } from '../labelWidth';
import { createPlot } from '../plot';
import type { CursorState, PlotContext, PlotSetup } from '../plotTypes';
import { axisFont, canvasFont, textOn } from '../theme';
import { powerTicks, valueLabels, valueSteps } from '../valueAxis';
import type { Exemplar } from '../timeseries/exemplars';
import { drawExemplars, exemplarAt } from '../timeseries/exemplars';
import type { Cell, HeatmapCells } from './cells';
import { paletteIndex, type CountRange, type HeatmapColor } from './colors';

export interface HeatmapAxis {
  unit?: string;
  decimals?: number | null;
  min?: number | null;
  max?: number | null;
  reverse?: boolean;
  placement?: string;
  label?: string;
  width?: number | null;
}

export interface HeatmapHover {
  cell: Cell | null;
  exemplar?: Exemplar;
  x: number;
  y: number;
  pinned: boolean;
}

export interface HeatmapModel extends PlotContext {
  data: HeatmapCells;
  color: HeatmapColor;
  palette: readonly string[];
  counts: CountRange;
  axis: HeatmapAxis;
  gap: number;
  radius: number;
  /** The text of a cell; undefined where cells have none. */
  cellText?: (count: number) => string;
  annotations: readonly ChartAnnotation[];
  exemplars: readonly Exemplar[];
  exemplarColor: string;
  onHover?: (hover: HeatmapHover | null) => void;
  onAnnotation?: (hover: AnnotationHover | null) => void;
}

export function heatmapChart(element: HTMLElement, initial: HeatmapModel) {
  let model = initial;
  let times: number[] = [];
  const marks = annotationMarks((hover) => model.onAnnotation?.(hover));

  const onCursor = ({ index, x, y, pinned, foreign }: CursorState) => {
    const u = plot.current();
    if (!u || index === null || foreign) return model.onHover?.(null);
    const exemplar = exemplarAt(u, placedExemplars(model), 'y', uPlot.pxRatio);
    const cell = cellAt(u, model.data.cells);
    model.onHover?.(cell || exemplar ? { cell, exemplar, x, y, pinned } : null);
  };

  const setupOf = (): PlotSetup => {
    times = [...new Set(model.data.cells.map((cell) => (cell.from + cell.to) / 2))].sort(
      (a, b) => a - b,
    );
    const { data, axis, theme } = model;
    return {
      ...model,
      key: JSON.stringify([
        theme.mode,
        theme.token('--fg-3'),
        axis,
        data.scale,
        data.base,
        data.low,
        data.high,
        data.rows,
      ]),
      data: [times, times.map(() => data.low)],
      onCursor,
      options: () => ({
        padding: [8, 16, 0, 4],
        series: [{}, { scale: 'y', paths: () => null, points: { show: false } }],
        scales: { y: yScale(model) },
        axes: [yAxis(model)],
        cursor: { points: { show: false } },
        hooks: {
          drawAxes: [(u) => drawRegions(u, model.annotations, model.theme)],
          drawSeries: [(u) => drawCells(u, model)],
          draw: [
            (u) => {
              drawLines(u, model.annotations, model.theme, uPlot.pxRatio);
              const exemplars = placedExemplars(model);
              if (exemplars.length)
                drawExemplars(u, exemplars, 'y', model.exemplarColor, uPlot.pxRatio);
              marks.place(u, model.annotations, [], model.theme);
            },
          ],
        },
      }),
    };
  };

  const plot = createPlot(element, setupOf());
  return {
    update(next: HeatmapModel) {
      model = next;
      plot.update(setupOf());
    },
    destroy() {
      marks.clear();
      plot.destroy();
    },
    unpin: plot.unpin,
  };
}

function yScale({ data, axis }: HeatmapModel): uPlot.Scale {
  const limits: [number, number] =
    data.scale === 'rows' ? [data.low, data.high] : [axis.min ?? data.low, axis.max ?? data.high];
  return {
    distr: data.scale === 'log' && limits[0] > 0 ? 3 : 1,
    ...(data.scale === 'log' ? { log: data.base } : {}),
    dir: axis.reverse ? -1 : 1,
    range: () => limits,
  };
}

function yAxis({ data, axis, theme }: HeatmapModel): uPlot.Axis {
  const options: uPlot.Axis = {
    scale: 'y',
    side: axis.placement === 'right' ? 1 : 3,
    show: axis.placement !== 'hidden',
    stroke: theme.token('--fg-3'),
    font: axisFont,
    gap: 6,
    space: 26,
    size: (u, labels) => axis.width || Math.max(24, labelWidth(u, labels ?? []) + 12),
    ticks: { show: false },
    grid: { show: false },
    values: (_u, ticks) => valueLabels(ticks, axis.unit, axis.decimals),
  };
  if (axis.label) Object.assign(options, { label: axis.label, labelSize: 20, labelFont: axisFont });
  if (data.scale === 'rows') {
    const named = data.rows.every(({ low, high }) => low === null && high === null);
    options.splits = (u) => rowTicks(data.rows.length, u.bbox.height / uPlot.pxRatio, named);
    options.values = (_u, ticks) => ticks.map((tick) => rowLabel(data, tick, axis, named));
  } else if (data.scale === 'log') {
    options.filter = (u, ticks) =>
      powerTicks(ticks, data.base, 16, (value) => u.valToPos(value, 'y'));
  } else {
    options.incrs = valueSteps(axis.unit);
  }
  return options;
}

/** Edges between rows (their middles where rows have names), as many as are readable. */
function rowTicks(rows: number, height: number, named: boolean): number[] {
  const every = Math.max(1, Math.ceil(rows / Math.max(1, Math.floor(height / 22))));
  const ticks: number[] = [];
  for (let i = 0; i < rows + (named ? 0 : 1); i += every) ticks.push(named ? i + 0.5 : i);
  return ticks;
}

function rowLabel({ rows }: HeatmapCells, tick: number, axis: HeatmapAxis, named: boolean): string {
  if (named) return rows[Math.floor(tick)]?.name ?? '';
  const bound = tick === 0 ? rows[0]?.low : (rows[tick - 1]?.high ?? rows[tick]?.low);
  if (bound == null) return tick === 0 ? '' : '+Inf';
  return boundLabel(bound, axis);
}

export function boundLabel(bound: number, axis: HeatmapAxis): string {
  return formatted(formatValue(bound, axis.unit || 'short', axis.decimals));
}

function drawCells(u: uPlot, model: HeatmapModel): void {
  const { ctx, bbox } = u;
  const { palette, counts, color, data } = model;
  const ratio = uPlot.pxRatio;
  const gap = Math.round(model.gap * ratio);
  const radius = model.radius * ratio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  const byColor = new Map<number, Path2D>();
  const boxes: {
    left: number;
    top: number;
    width: number;
    height: number;
    cell: Cell;
    level: number;
  }[] = [];
  for (const cell of data.cells) {
    const left = Math.round(u.valToPos(cell.from, 'x', true));
    const right = Math.round(u.valToPos(cell.to, 'x', true));
    const a = Math.round(u.valToPos(cell.low, 'y', true));
    const b = Math.round(u.valToPos(cell.high, 'y', true));
    const width = Math.max(1, right - left - (right - left > 3 * gap ? gap : 0));
    const height = Math.max(1, Math.abs(a - b) - (Math.abs(a - b) > 3 * gap ? gap : 0));
    const level = paletteIndex(cell.count, counts, color, palette.length);
    let path = byColor.get(level);
    if (!path) byColor.set(level, (path = new Path2D()));
    const top = Math.min(a, b);
    if (radius > 0 && width > 2 * radius) path.roundRect(left, top, width, height, radius);
    else path.rect(left, top, width, height);
    if (model.cellText) boxes.push({ left, top, width, height, cell, level });
  }
  for (const [level, path] of byColor) {
    ctx.fillStyle = palette[level] ?? 'transparent';
    ctx.fill(path);
  }
  if (model.cellText) {
    ctx.font = canvasFont(axisFont, ratio);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const { left, top, width, height, cell, level } of boxes) {
      const text = model.cellText(cell.count);
      if (height < 13 * ratio || ctx.measureText(text).width > width - 4 * ratio) continue;
      ctx.fillStyle =
        color.mode === 'opacity' ? model.theme.token('--fg') : textOn(palette[level] ?? '');
      ctx.fillText(text, left + width / 2, top + height / 2);
    }
  }
  ctx.restore();
}

function cellAt(u: uPlot, cells: readonly Cell[]): Cell | null {
  const { left = -1, top = -1 } = u.cursor;
  if (left < 0 || top < 0) return null;
  const time = u.posToVal(left, 'x');
  const value = u.posToVal(top, 'y');
  return (
    cells.find(
      (cell) => time >= cell.from && time < cell.to && value >= cell.low && value < cell.high,
    ) ?? null
  );
}

/**
 * Exemplars at the height their value has on this axis: within the row of its bucket where rows are
 * equally high.
 */
function placedExemplars({ data, exemplars }: HeatmapModel): Exemplar[] {
  if (data.scale !== 'rows') return [...exemplars];
  return exemplars.flatMap((exemplar) => {
    const { value } = exemplar;
    const at = data.rows.findIndex(
      ({ low, high }) => value > (low ?? -Infinity) && value <= (high ?? Infinity),
    );
    const row = data.rows[at];
    if (!row) return [];
    const share =
      row.low !== null && row.high !== null ? (value - row.low) / (row.high - row.low) : 0.5;
    return [{ ...exemplar, value: at + share }];
  });
}
