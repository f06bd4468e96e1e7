/** Frames and options of the panel as the model of the chart. */
import {
  countedCells,
  heatmapPalette,
  optionAt,
  readyCells,
  rowCells,
  type ChartTheme,
  type CountRange,
  type Field,
  type Frame,
  type HeatmapAxis,
  type HeatmapCells,
  type HeatmapColor,
  type TimeRange,
} from '@vedette/sdk';
import type { Options } from './options';

export interface HeatmapView {
  data: HeatmapCells;
  color: HeatmapColor;
  palette: string[];
  counts: CountRange;
  axis: HeatmapAxis;
}

export function heatmapView(
  frames: readonly Frame[],
  options: Options,
  range: TimeRange,
  theme: ChartTheme,
): HeatmapView {
  const data = filtered(cellsOf(frames, options, range), options);
  const color: HeatmapColor = {
    ...options.color,
    min: limit(options.color.min),
    max: limit(options.color.max),
  };
  const { yAxis } = options;
  return {
    data,
    color,
    palette: heatmapPalette(color, theme),
    counts: countRange(data, color),
    axis: {
      unit: yAxis.unit || data.valueField?.config.unit,
      decimals: limit(yAxis.decimals) ?? data.valueField?.config.decimals,
      min: limit(yAxis.min),
      max: limit(yAxis.max),
      reverse: yAxis.reverse,
      placement: yAxis.axisPlacement,
      label: yAxis.axisLabel,
      width: yAxis.axisWidth,
    },
  };
}

function cellsOf(frames: readonly Frame[], options: Options, range: TimeRange): HeatmapCells {
  const data = frames
    .filter((frame) => frame.meta?.dataTopic !== 'annotations')
    .map((frame) => ({ ...frame, fields: frame.fields.filter(isShown) }));
  if (options.calculate) {
    const { xBuckets, yBuckets } = options.calculation;
    return countedCells(data, range, xBuckets, yBuckets);
  }
  const ready = data.filter(
    (frame) =>
      frame.meta?.type === 'heatmap-cells' ||
      frame.fields.some(({ name }) => name === 'yMax' || name === 'yMin'),
  );
  return ready.length > 0 ? readyCells(ready) : rowCells(data, options.rowsFrame.layout);
}

function isShown({ config }: Field): boolean {
  return optionAt(config, 'custom.hideFrom.viz') !== true;
}

function filtered(data: HeatmapCells, { filterValues }: Options): HeatmapCells {
  const least = limit(filterValues.le) ?? -Infinity;
  const most = limit(filterValues.ge) ?? Infinity;
  return {
    ...data,
    cells: data.cells.filter(({ count }) => count > least && count < most),
  };
}

function countRange({ cells }: HeatmapCells, color: HeatmapColor): CountRange {
  let min = Infinity;
  let max = -Infinity;
  for (const { count } of cells) {
    if (count < min) min = count;
    if (count > max) max = count;
  }
  if (min > max) [min, max] = [0, 1];
  return { min: color.min ?? Math.min(0, min), max: color.max ?? max };
}

/** Stored limits are numbers, numbers as text, or empty. */
function limit(value: unknown): number | null {
  return value === null || value === undefined || value === '' || Number.isNaN(Number(value))
    ? null
    : Number(value);
}
