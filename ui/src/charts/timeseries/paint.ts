/**
 * Fills and strokes of a series: plain colours, and gradients that follow the plot or the value
 * axis.
 */
import type uPlot from 'uplot';
import { alpha, mix, type ChartTheme } from '../theme';
import type { SeriesModel } from './model';

type Paint = string | CanvasGradient;
interface Stop {
  value: number;
  color: string;
}

/** Samples of a continuous colour scheme over the range of the axis. */
const schemeSamples = 16;

export function strokeOf(series: SeriesModel, theme: ChartTheme): uPlot.Series.Stroke {
  const { gradientMode } = series.style;
  if (gradientMode === 'scheme') return (u) => schemeGradient(u, series, theme, 1);
  if (gradientMode === 'hue')
    return (u) => verticalGradient(u, [series.color, neighbourHue(series.color, theme)]);
  return series.color;
}

/** Undefined where nothing is to be filled: uPlot then builds no fill path at all. */
export function fillOf(series: SeriesModel, theme: ChartTheme): uPlot.Series.Fill | undefined {
  const { fillOpacity, gradientMode, drawStyle } = series.style;
  if (fillOpacity <= 0 || drawStyle === 'points') return undefined;
  const opacity = fillOpacity / 100;
  const { color } = series;
  if (gradientMode === 'scheme') return (u) => schemeGradient(u, series, theme, opacity);
  if (gradientMode === 'hue') {
    return (u) =>
      verticalGradient(u, [alpha(color, opacity), alpha(neighbourHue(color, theme), opacity)]);
  }
  if (gradientMode === 'opacity')
    return (u) => verticalGradient(u, [alpha(color, opacity), alpha(color, 0)]);
  return alpha(color, opacity);
}

function verticalGradient(u: uPlot, [top, bottom]: [string, string]): Paint {
  const { top: y, height } = u.bbox;
  if (!Number.isFinite(height) || height <= 0) return top;
  const gradient = u.ctx.createLinearGradient(0, y, 0, y + height);
  gradient.addColorStop(0, top);
  gradient.addColorStop(1, bottom);
  return gradient;
}

function schemeGradient(u: uPlot, series: SeriesModel, theme: ChartTheme, opacity: number): Paint {
  const { min, max } = u.scales[series.scale] ?? {};
  if (min == null || max == null || u.bbox.height <= 0) return alpha(series.color, opacity);
  const stops =
    series.field.config.color?.mode === 'thresholds'
      ? thresholdStops(series, theme, min, max)
      : sampledStops(series, min, max);
  const y0 = u.valToPos(min, series.scale, true);
  const y1 = u.valToPos(max, series.scale, true);
  const gradient = u.ctx.createLinearGradient(0, y0, 0, y1);
  for (const { value, color } of stops) {
    const share = (u.valToPos(value, series.scale, true) - y0) / (y1 - y0);
    if (Number.isFinite(share))
      gradient.addColorStop(Math.min(1, Math.max(0, share)), alpha(color, opacity));
  }
  return gradient;
}

/** Two stops at every threshold: colours change at once there. */
function thresholdStops(series: SeriesModel, theme: ChartTheme, min: number, max: number): Stop[] {
  const stops: Stop[] = [];
  for (const { value, color } of thresholdValues(series, theme, min, max)) {
    if (value >= max) break;
    const start = Math.max(min, value);
    const previous = stops[stops.length - 1];
    if (previous) stops.push({ value: start, color: previous.color });
    stops.push({ value: start, color });
  }
  const last = stops[stops.length - 1];
  return last
    ? [...stops, { value: max, color: last.color }]
    : [{ value: min, color: series.color }];
}

function sampledStops(series: SeriesModel, min: number, max: number): Stop[] {
  return Array.from({ length: schemeSamples + 1 }, (_, i) => {
    const value = min + ((max - min) * i) / schemeSamples;
    return { value, color: series.field.display?.(value).color ?? series.color };
  });
}

/** Thresholds as values of the axis, lowest first; the first step starts at minus infinity. */
export function thresholdValues(
  series: SeriesModel,
  theme: ChartTheme,
  min: number,
  max: number,
): Stop[] {
  const { thresholds, min: low, max: high } = series.field.config;
  const from = low ?? min;
  const span = (high ?? max) - from;
  const absolute = (value: number) =>
    thresholds?.mode === 'percentage' ? from + (span * value) / 100 : value;
  return (thresholds?.steps ?? []).map(({ value, color }) => ({
    value: value == null ? -Infinity : absolute(value),
    color: theme.color(color),
  }));
}

function neighbourHue(color: string, theme: ChartTheme): string {
  return mix(color, theme.mode === 'dark' ? '#ff4f9a' : '#3b3cb8', 0.45);
}
