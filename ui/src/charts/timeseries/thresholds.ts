/** Thresholds of a chart: tinted regions under the series, lines with their value over them. */
import type uPlot from 'uplot';
import { alpha, axisFont, canvasFont, type ChartTheme } from '../theme';
import { valueLabels } from '../valueAxis';
import type { SeriesModel } from './model';
import { thresholdValues } from './paint';

/** The first shown series of each scale that wants thresholds speaks for the scale. */
function withThresholds(
  series: readonly SeriesModel[],
  wanted: (mode: string) => boolean,
): SeriesModel[] {
  const seen = new Set<string>();
  return series.filter(({ scale, style }) => {
    if (style.hideFrom.viz || !wanted(style.thresholdsStyle.mode) || seen.has(scale)) return false;
    seen.add(scale);
    return true;
  });
}

const asArea = (mode: string) => mode.includes('area');
const asLine = (mode: string) => /line|dashed|series/.test(mode);

export function drawThresholdAreas(
  u: uPlot,
  series: readonly SeriesModel[],
  theme: ChartTheme,
): void {
  const { ctx, bbox } = u;
  ctx.save();
  for (const one of withThresholds(series, asArea)) {
    const { min, max } = u.scales[one.scale] ?? {};
    if (min == null || max == null) continue;
    const steps = thresholdValues(one, theme, min, max);
    steps.forEach(({ value, color }, i) => {
      const from = Math.max(min, value);
      const to = Math.min(max, steps[i + 1]?.value ?? Infinity);
      if (to <= from || color === 'transparent') return;
      const bottom = u.valToPos(from, one.scale, true);
      const top = u.valToPos(to, one.scale, true);
      ctx.fillStyle = alpha(color, value === -Infinity ? 0.05 : 0.1);
      ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
    });
  }
  ctx.restore();
}

export function drawThresholdLines(
  u: uPlot,
  series: readonly SeriesModel[],
  theme: ChartTheme,
  pxRatio: number,
): void {
  const { ctx, bbox } = u;
  ctx.save();
  for (const one of withThresholds(series, asLine)) {
    const { min, max } = u.scales[one.scale] ?? {};
    if (min == null || max == null) continue;
    for (const { value, color } of thresholdValues(one, theme, min, max)) {
      if (value < min || value > max || !Number.isFinite(value) || color === 'transparent')
        continue;
      const y = Math.round(u.valToPos(value, one.scale, true)) + 0.5 * (pxRatio % 2);
      ctx.strokeStyle = alpha(color, 0.85);
      ctx.lineWidth = pxRatio;
      ctx.setLineDash(
        one.style.thresholdsStyle.mode.startsWith('dashed') ? [5 * pxRatio, 4 * pxRatio] : [],
      );
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      const { unit, decimals } = one.field.config;
      drawLabel(u, y, valueLabels([value], unit, decimals)[0] ?? '', color, theme, pxRatio);
    }
  }
  ctx.restore();
}

function drawLabel(
  u: uPlot,
  y: number,
  text: string,
  color: string,
  theme: ChartTheme,
  pxRatio: number,
): void {
  const { ctx, bbox } = u;
  ctx.font = `500 ${canvasFont(axisFont, pxRatio)}`;
  const width = ctx.measureText(text).width + 10 * pxRatio;
  const left = bbox.left + bbox.width - width;
  const top = Math.min(Math.max(bbox.top, y - 8 * pxRatio), bbox.top + bbox.height - 16 * pxRatio);
  ctx.beginPath();
  ctx.roundRect(left, top, width, 16 * pxRatio, 3 * pxRatio);
  ctx.fillStyle = theme.token('--bg-panel');
  ctx.fill();
  ctx.fillStyle = alpha(color, 0.16);
  ctx.fill();
  ctx.fillStyle = color;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, left + width / 2, top + 8.5 * pxRatio);
}
