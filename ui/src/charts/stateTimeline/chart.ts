/** The state timeline: one row per series, one block per state. */
import uPlot from 'uplot';
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
import { alpha, axisFont, canvasFont, labelFont, textOn, type ChartTheme } from '../theme';
import { timeTitle } from '../timeAxis';
import { spanAt, type StateRow } from './states';

export interface StateTimelineHover {
  time: number;
  /** Index of the row under the pointer. */
  row: number;
  x: number;
  y: number;
  pinned: boolean;
}

export interface StateTimelineModel extends PlotContext {
  rows: readonly StateRow[];
  /** Part of its row a block fills, 0..1. */
  rowHeight: number;
  showValue: 'auto' | 'always' | 'never';
  alignValue: 'left' | 'center' | 'right';
  lineWidth: number;
  fillOpacity: number;
  annotations: readonly ChartAnnotation[];
  onHover?: (hover: StateTimelineHover | null) => void;
  onAnnotation?: (hover: AnnotationHover | null) => void;
}

export function stateTimelineChart(element: HTMLElement, initial: StateTimelineModel) {
  let model = initial;
  let highlighted: string | null = null;
  const marks = annotationMarks((hover) => model.onAnnotation?.(hover));

  const onCursor = ({ index, x, y, pinned }: CursorState) => {
    const u = plot.current();
    const { left = -1, top = -1 } = u?.cursor ?? {};
    if (!u || index === null || left < 0) return model.onHover?.(null);
    const row =
      top < 0 ? 0 : Math.min(model.rows.length - 1, Math.max(0, Math.floor(u.posToVal(top, 'y'))));
    model.onHover?.({ time: u.posToVal(left, 'x'), row, x, y, pinned });
  };

  const setupOf = (): PlotSetup => {
    const { rows, theme, range } = model;
    const changes = changeTimes(model);
    return {
      ...model,
      key: JSON.stringify([theme.mode, theme.token('--fg-3'), rows.map(({ name }) => name)]),
      data: [changes, changes.map(() => 0)],
      onCursor,
      describe: (index) => describe(model, changes[index] ?? range.from),
      options: () => ({
        padding: [4, 16, 0, 4],
        series: [{}, { scale: 'y', paths: () => null, points: { show: false } }],
        scales: { y: { dir: -1, range: () => [0, model.rows.length] } },
        axes: [nameAxis(rows, theme, element.clientWidth)],
        cursor: { points: { show: false } },
        hooks: {
          drawAxes: [(u) => drawRegions(u, model.annotations, model.theme)],
          draw: [
            (u) => {
              drawRows(u, model, highlighted);
              drawLines(u, model.annotations, model.theme, uPlot.pxRatio);
              marks.place(u, model.annotations, [], model.theme);
            },
          ],
        },
      }),
    };
  };

  const plot = createPlot(element, setupOf());
  return {
    update(next: StateTimelineModel) {
      model = next;
      plot.update(setupOf());
    },
    destroy() {
      marks.clear();
      plot.destroy();
    },
    /** Dims every state but those with this text; null ends it. */
    highlight(text: string | null) {
      highlighted = text;
      plot.current()?.redraw(false);
    },
    unpin: plot.unpin,
  };
}

/** Where the keyboard stops: the ends of the range and every change of a state. */
function changeTimes({ rows, range }: StateTimelineModel): number[] {
  const times = new Set([range.from, range.to]);
  for (const { spans } of rows)
    for (const { from } of spans) if (from > range.from) times.add(from);
  return [...times].sort((a, b) => a - b);
}

function nameAxis(rows: readonly StateRow[], theme: ChartTheme, width: number): uPlot.Axis {
  const widest = Math.max(60, width * 0.3);
  return {
    scale: 'y',
    stroke: theme.token('--fg-2'),
    font: labelFont,
    gap: 10,
    size: (u) =>
      Math.min(
        widest,
        labelWidth(
          u,
          rows.map(({ name }) => name),
          labelFont,
        ) + 16,
      ),
    ticks: { show: false },
    grid: { show: false },
    splits: (u) => {
      const every = Math.max(
        1,
        Math.ceil((rows.length * 15) / Math.max(1, u.bbox.height / uPlot.pxRatio)),
      );
      return rows.map((_, i) => i + 0.5).filter((_, i) => i % every === 0);
    },
    values: (u, ticks) =>
      ticks.map((tick) => shortened(u, rows[Math.floor(tick)]?.name ?? '', widest - 16)),
  };
}

function shortened(u: uPlot, text: string, width: number): string {
  if (labelWidth(u, [text], labelFont) <= width) return text;
  let kept = text;
  while (kept.length > 1 && labelWidth(u, [`${kept}…`], labelFont) > width)
    kept = kept.slice(0, -1);
  return `${kept}…`;
}

/**
 * Opacity of a block. The stored default of 70 gives tinted blocks that leave text and bottom line
 * readable; from there it grows to a solid block at 100.
 */
export function blockOpacity(fillOpacity: number): number {
  return fillOpacity <= 70 ? fillOpacity * 0.0035 : 0.245 + ((fillOpacity - 70) / 30) * 0.755;
}

function drawRows(u: uPlot, model: StateTimelineModel, highlighted: string | null): void {
  const { ctx, bbox } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = `500 ${canvasFont(axisFont, ratio)}`;
  ctx.textBaseline = 'middle';
  const opacity = blockOpacity(model.fillOpacity);
  model.rows.forEach((row, i) => {
    const top = u.valToPos(i, 'y', true);
    const full = u.valToPos(i + 1, 'y', true) - top;
    const height = Math.max(1, Math.min(full - 1, full * model.rowHeight));
    const y = Math.round(top + (full - height) / 2);
    for (const span of row.spans) {
      const left = Math.round(u.valToPos(Math.max(model.range.from, span.from), 'x', true));
      const right = Math.round(u.valToPos(Math.min(model.range.to, span.to), 'x', true));
      const width = Math.max(1, right - left - (right - left > 4 * ratio ? ratio : 0));
      ctx.globalAlpha = highlighted === null || highlighted === span.text ? 1 : 0.25;
      const block = { left, y, width, height: Math.round(height), color: span.color, opacity };
      drawBlock(ctx, block, model.lineWidth * ratio, ratio);
      drawText(ctx, span.text, block, model, ratio);
    }
  });
  ctx.restore();
}

interface Block {
  left: number;
  y: number;
  width: number;
  height: number;
  color: string;
  opacity: number;
}

function drawBlock(
  ctx: CanvasRenderingContext2D,
  block: Block,
  lineWidth: number,
  ratio: number,
): void {
  const { left, y, width, height, color, opacity } = block;
  ctx.fillStyle = alpha(color, opacity);
  ctx.beginPath();
  ctx.roundRect(left, y, width, height, width > 8 * ratio ? 3 * ratio : 0);
  ctx.fill();
  if (lineWidth > 0) {
    ctx.strokeStyle = color;
    ctx.lineWidth = lineWidth;
    ctx.stroke();
  } else if (opacity < 0.9) {
    ctx.fillStyle = color;
    ctx.fillRect(left, y + height - 2 * ratio, width, 2 * ratio);
  }
}

function drawText(
  ctx: CanvasRenderingContext2D,
  text: string,
  block: Block,
  model: StateTimelineModel,
  ratio: number,
): void {
  const { left, y, width, height, color, opacity } = block;
  if (model.showValue === 'never' || height < 12 * ratio || !text) return;
  const padding = 7 * ratio;
  const room = width - 2 * padding;
  if (model.showValue === 'auto' ? ctx.measureText(text).width > room : width < 10 * ratio) return;
  const { alignValue: align } = model;
  ctx.textAlign = align;
  ctx.fillStyle = opacity > 0.6 ? textOn(color) : model.theme.token('--fg');
  const x =
    align === 'left'
      ? left + padding
      : align === 'right'
        ? left + width - padding
        : left + width / 2;
  ctx.fillText(text, x, y + height / 2 - 0.5 * ratio);
}

function describe({ rows, timeZone }: StateTimelineModel, time: number): string {
  const states = rows
    .slice(0, 10)
    .map((row) => `${row.name}: ${spanAt(row, time)?.text ?? 'no value'}`);
  return `${timeTitle(time, timeZone)}. ${states.join(', ')}`;
}
