/** The time series chart: lines, bars, areas and points over time. */
import uPlot from 'uplot';
import { formatted } from '../../data/format/value';
import {
  annotationMarks,
  chipRoom,
  chips,
  drawLines,
  drawRegions,
  type AnnotationHover,
  type ChartAnnotation,
} from '../annotations';
import { createPlot, type Plot } from '../plot';
import type { CursorState, PlotContext, PlotSetup } from '../plotTypes';
import { timeTitle } from '../timeAxis';
import { plotOptions } from './config';
import { drawExemplars, exemplarAt, type Exemplar } from './exemplars';
import type { SeriesTable } from './model';
import { drawThresholdAreas, drawThresholdLines } from './thresholds';

export interface TimeSeriesHover {
  time: number;
  /** Row of each series under the cursor, null where it has none near. */
  positions: (number | null)[];
  /** Index into the series of the model. */
  focused: number | null;
  exemplar?: Exemplar;
  x: number;
  y: number;
  pinned: boolean;
}

export interface TimeSeriesModel extends PlotContext {
  table: SeriesTable;
  annotations: readonly ChartAnnotation[];
  exemplars: readonly Exemplar[];
  onHover?: (hover: TimeSeriesHover | null) => void;
  onAnnotation?: (hover: AnnotationHover | null) => void;
}

export interface TimeSeriesChart {
  update(model: TimeSeriesModel): void;
  destroy(): void;
  /** Brings one series forward, as the legend does under the pointer; null ends it. */
  focus(series: number | null): void;
  unpin(): void;
}

export function timeSeriesChart(element: HTMLElement, initial: TimeSeriesModel): TimeSeriesChart {
  let model = initial;
  const marks = annotationMarks((hover) => model.onAnnotation?.(hover));

  const named = () =>
    chips(model.annotations, model.range.from, model.range.to, element.clientWidth - 60);

  const onCursor = (state: CursorState) => {
    const u = plot.current();
    const time = state.index === null ? undefined : model.table.times[state.index];
    if (!u || time === undefined) return model.onHover?.(null);
    const positions = model.table.series.map((_, i) => u.cursor.idxs?.[i + 1] ?? null);
    const scale = model.table.axes[0]?.scale;
    const exemplar =
      scale && model.exemplars.length
        ? exemplarAt(u, model.exemplars, scale, uPlot.pxRatio)
        : undefined;
    const { x, y, pinned } = state;
    model.onHover?.({
      time,
      positions,
      focused: state.focused === null ? null : state.focused - 1,
      exemplar,
      x,
      y,
      pinned,
    });
  };

  const setupOf = (): PlotSetup => ({
    ...model,
    key: structureKey(model, named().length > 0),
    data: [
      model.table.times,
      ...model.table.series.map((series) => series.drawn),
    ] as uPlot.AlignedData,
    onCursor,
    describe: (index, focused) => describe(model, index, focused),
    options: () => {
      const options = plotOptions(model.table, model.theme);
      if (named().length > 0 && options.padding) options.padding[0] = chipRoom;
      return {
        ...options,
        hooks: {
          drawAxes: [
            (u) => {
              drawRegions(u, model.annotations, model.theme);
              drawThresholdAreas(u, model.table.series, model.theme);
            },
          ],
          draw: [
            (u) => {
              drawThresholdLines(u, model.table.series, model.theme, uPlot.pxRatio);
              drawLines(u, model.annotations, model.theme, uPlot.pxRatio);
              const scale = model.table.axes[0]?.scale;
              if (scale && model.exemplars.length) {
                drawExemplars(
                  u,
                  model.exemplars,
                  scale,
                  model.theme.token('--fg-2'),
                  uPlot.pxRatio,
                );
              }
              marks.place(u, model.annotations, named(), model.theme);
            },
          ],
        },
      };
    },
  });

  const plot: Plot = createPlot(element, setupOf());
  return {
    update(next) {
      model = next;
      plot.update(setupOf());
    },
    destroy() {
      marks.clear();
      plot.destroy();
    },
    focus(series) {
      plot.current()?.setSeries(series === null ? null : series + 1, { focus: true });
    },
    unpin: plot.unpin,
  };
}

/** Everything that needs another plot when it changes; data, ranges and annotations do not. */
function structureKey({ table, theme }: TimeSeriesModel, named: boolean): string {
  const series = table.series.map(({ name, color, style, scale, below, field }) => [
    name,
    color,
    style,
    scale,
    below,
    field.config.color,
    field.config.thresholds,
    field.config.min,
    field.config.max,
  ]);
  return JSON.stringify([
    theme.mode,
    theme.token('--fg-3'),
    theme.token('--grid'),
    named,
    table.axes,
    series,
  ]);
}

function describe(
  { table, timeZone }: TimeSeriesModel,
  index: number,
  focused: number | null,
): string {
  const time = timeTitle(table.times[index] ?? 0, timeZone);
  const shown =
    focused === null ? table.series.slice(0, 5) : table.series.slice(focused - 1, focused);
  const parts = shown
    .filter(({ style }) => !style.hideFrom.viz)
    .map(({ name, field, values }) => {
      const display = field.display?.(values[index] ?? null);
      return `${name}: ${display ? formatted(display) : (values[index] ?? 'no value')}`;
    });
  return `${time}. ${parts.join(', ')}`;
}
