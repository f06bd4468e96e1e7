/** Bars, axes and labels of the panel, in pixels of its drawing. */
import {
  barLayout,
  formatted,
  resolveOptions,
  stackBars,
  valueLabels,
  valueRange,
  valueTicks,
  type Bar,
  type BarSeries,
  type BarTable,
  type ChartTheme,
} from '@vedette/sdk';
import { fieldOptions, type FieldOptions, type Options } from './options';
import { transformed } from './transform';

export interface ShownSeries extends BarSeries {
  style: FieldOptions;
  color: string;
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Tick {
  at: number;
  text: string;
}

export interface ThresholdLine {
  at: number;
  /** End of the region towards higher values. */
  until: number;
  color: string;
  line: boolean;
  area: boolean;
  dashed: boolean;
}

export interface Drawing {
  area: Area;
  horizontal: boolean;
  bars: (Bar & { color: string; text: string })[];
  band: number;
  zero: number;
  valueTicks: Tick[];
  categoryTicks: Tick[];
  rotation: number;
  axisLabel: string;
  grid: boolean;
  axisHidden: boolean;
  axisBorder: boolean;
  /** Of the labels of the value axis; undefined for that of the theme. */
  axisColor?: string;
  thresholds: ThresholdLine[];
}

const characterWidth = 6.3;

export function shownSeries(table: BarTable, theme: ChartTheme): ShownSeries[] {
  return table.series
    .map((one) => ({ ...one, style: resolveOptions(fieldOptions, one.field.config.custom) }))
    .map((one) => ({
      ...one,
      values: transformed(one.values, one.style.transform),
      color: one.field.color ?? theme.series(one.field.seriesIndex ?? 0),
    }))
    .filter(({ style }) => !style.hideFrom.viz);
}

export function drawing(
  table: BarTable,
  series: readonly ShownSeries[],
  options: Options,
  size: { width: number; height: number },
  theme: ChartTheme,
): Drawing {
  const horizontal =
    options.orientation === 'horizontal' ||
    (options.orientation === 'auto' && size.height > size.width);
  const values = series.map((one) => one.values);
  const first = series[0];
  const config = first?.field.config ?? {};
  const percent = options.stacking === 'percent';
  const unit = percent ? 'percentunit' : config.unit;
  const range = rangeOf(values, series, options);
  const labels = table.categories.map((name) => shorten(name, options.xTickLabelMaxLength));
  const longest = Math.max(0, ...labels.map((label) => label.length)) * characterWidth;
  const decimals = percent ? undefined : config.decimals;
  const style = first?.style;
  const area = plotArea(
    size,
    horizontal,
    longest,
    labels.length,
    valueWidth(range, size, unit, decimals),
    options,
    style,
  );
  const ticks = valueTicks(
    range,
    horizontal ? area.width : area.height,
    horizontal ? 64 : 34,
    unit,
  );
  const layout = barLayout(values, {
    width: area.width,
    height: area.height,
    horizontal,
    stacking: options.stacking,
    groupWidth: options.groupWidth,
    barWidth: options.barWidth,
    range,
  });
  const texts = valueLabels(ticks, unit, decimals);
  const colorOf = colors(table, series, options, theme);
  return {
    area,
    horizontal,
    band: layout.band,
    zero: layout.position(0),
    bars: layout.bars.map((bar) => {
      const one = series[bar.series] as ShownSeries;
      const value = one.style.transform === 'negative-Y' ? -bar.value : bar.value;
      const display = one.field.display?.(value);
      return { ...bar, color: colorOf(bar), text: display ? formatted(display) : String(value) };
    }),
    valueTicks: ticks.map((tick, i) => ({ at: layout.position(tick), text: texts[i] ?? '' })),
    categoryTicks: categoryTicks(labels, layout.band, horizontal, longest, options),
    rotation: horizontal ? 0 : options.xTickLabelRotation,
    axisLabel: style?.axisLabel ?? '',
    grid: style?.axisGridShow ?? true,
    axisHidden: style?.axisPlacement === 'hidden',
    axisBorder: style?.axisBorderShow ?? false,
    axisColor: style?.axisColorMode === 'series' ? first?.color : undefined,
    thresholds: thresholds(first, range, layout.position, theme),
  };
}

function rangeOf(
  values: (number | null)[][],
  series: readonly ShownSeries[],
  options: Options,
): [number, number] {
  let low = 0;
  let high = 0;
  for (const column of stackBars(values, options.stacking)) {
    for (const bar of column) {
      if (!bar) continue;
      low = Math.min(low, bar.to);
      high = Math.max(high, bar.to);
    }
  }
  if (options.stacking === 'percent') return [low < 0 ? -1 : 0, 1];
  const config = series[0]?.field.config;
  const style = series[0]?.style;
  const headroom = options.showValue === 'never' ? 0 : (high - low) * 0.04;
  return valueRange(
    {
      distribution: 'linear',
      base: 10,
      min: config?.min,
      max: config?.max,
      softMin: style?.axisSoftMin,
      softMax: style?.axisSoftMax,
      centeredZero: style?.axisCenteredZero,
      fromZero: true,
    },
    low,
    high + headroom,
  );
}

function valueWidth(
  range: [number, number],
  size: { height: number },
  unit?: string,
  decimals?: number | null,
): number {
  const texts = valueLabels(valueTicks(range, size.height, 34, unit), unit, decimals);
  return Math.max(0, ...texts.map((text) => text.length)) * characterWidth;
}

function plotArea(
  { width, height }: { width: number; height: number },
  horizontal: boolean,
  longest: number,
  categories: number,
  valueLabelWidth: number,
  options: Options,
  style: FieldOptions | undefined,
): Area {
  const label = style?.axisLabel ? 18 : 0;
  const hidden = style?.axisPlacement === 'hidden';
  const values = hidden ? 8 : (style?.axisWidth ?? valueLabelWidth + 14) + label;
  const unlabelled = options.showValue === 'never';
  if (horizontal) {
    const left = Math.min(width * 0.4, longest + 14);
    return inside(width, height, {
      left,
      top: 8,
      right: unlabelled ? 14 : 48,
      bottom: hidden ? 6 : 24 + label,
    });
  }
  const rotation = (options.xTickLabelRotation * Math.PI) / 180;
  const halfBand = (width - values) / (2 * Math.max(1, categories));
  const reach = Math.min(
    width * 0.3,
    (rotation === 0 ? longest / 2 : longest * Math.cos(rotation)) - halfBand + 8,
  );
  const tilted = Math.min(
    height * 0.4,
    longest * Math.abs(Math.sin(rotation)) + 12 * Math.cos(rotation) + 12,
  );
  return inside(width, height, {
    left: rotation > 0 ? values : Math.max(values, reach),
    top: unlabelled ? 8 : 18,
    right: rotation < 0 ? 14 : Math.max(14, reach),
    bottom: Math.max(24, tilted),
  });
}

function inside(
  width: number,
  height: number,
  edges: { left: number; top: number; right: number; bottom: number },
): Area {
  const { left, top, right, bottom } = edges;
  return {
    left,
    top,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - bottom),
  };
}

function shorten(label: string, most: number | null): string {
  return most && label.length > most ? `${label.slice(0, most)}…` : label;
}

/**
 * Labels of categories, left out evenly where they would touch. Negative spacing counts from the
 * last one.
 */
function categoryTicks(
  labels: readonly string[],
  band: number,
  horizontal: boolean,
  longest: number,
  options: Options,
): Tick[] {
  const flat = Math.abs(options.xTickLabelRotation) < 20;
  const needed = Math.max(
    Math.abs(options.xTickLabelSpacing),
    horizontal ? 14 : flat ? longest + 8 : 14,
  );
  const every = Math.max(1, Math.ceil(needed / band));
  const start = options.xTickLabelSpacing < 0 ? (labels.length - 1) % every : 0;
  return labels.flatMap((text, i) => (i % every === start ? [{ at: (i + 0.5) * band, text }] : []));
}

function colors(
  table: BarTable,
  series: readonly ShownSeries[],
  options: Options,
  theme: ChartTheme,
): (bar: Bar) => string {
  const field = options.colorByField
    ? table.frame?.fields.find(
        ({ name, displayName }) =>
          name === options.colorByField || displayName === options.colorByField,
      )
    : undefined;
  const own = new Map<unknown, number>();
  return (bar) => {
    const one = series[bar.series] as ShownSeries;
    if (field) {
      const value = field.values[table.rows[bar.category] ?? -1];
      const mapped =
        field.type === 'number' || field.config.mappings?.length
          ? field.display?.(value).color
          : undefined;
      if (!own.has(value)) own.set(value, own.size);
      return mapped ?? theme.series(own.get(value) ?? 0);
    }
    const mode = one.field.config.color?.mode ?? '';
    const byValue =
      mode === 'thresholds' || mode.startsWith('continuous') || one.field.config.mappings?.length;
    return (byValue && one.field.display?.(bar.value).color) || one.color;
  };
}

function thresholds(
  series: ShownSeries | undefined,
  [low, high]: [number, number],
  position: (value: number) => number,
  theme: ChartTheme,
): ThresholdLine[] {
  const mode = series?.style.thresholdsStyle.mode ?? 'off';
  const { thresholds: config, min, max } = series?.field.config ?? {};
  if (mode === 'off' || !config) return [];
  const absolute = (value: number) =>
    config.mode === 'percentage'
      ? (min ?? low) + (((max ?? high) - (min ?? low)) * value) / 100
      : value;
  return config.steps.map(({ value, color }, i) => {
    const next = config.steps[i + 1]?.value;
    const from = value === null ? low : absolute(value);
    return {
      at: position(from),
      until: position(next == null ? high : absolute(next)),
      color: theme.color(color),
      line: value !== null && from >= low && from <= high && /line|dashed/.test(mode),
      area: mode.includes('area'),
      dashed: mode.startsWith('dashed'),
    };
  });
}
