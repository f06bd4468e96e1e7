/**
 * What the time series chart draws, made from frames. Pure: the same frames give the same model.
 */
import type { Field, Frame } from '../../data/frame';
import { alignTables, ascending, type Table, type Value } from '../align';
import { insertGaps, spanNulls } from '../gaps';
import { stackColumns } from '../stack';
import { seriesColor, type ChartTheme } from '../theme';
import type { ValueScale } from '../valueAxis';

/** Keys of `fieldConfig.defaults.custom` that decide how a series is drawn, defaults filled in. */
export interface SeriesStyle {
  drawStyle: 'line' | 'lines' | 'bars' | 'points';
  lineInterpolation: 'linear' | 'smooth' | 'stepBefore' | 'stepAfter';
  lineWidth: number;
  lineStyle: { fill: 'solid' | 'dash' | 'dot' | 'square'; dash?: number[] };
  fillOpacity: number;
  fillBelowTo: string;
  gradientMode: 'none' | 'opacity' | 'hue' | 'scheme';
  showPoints: 'auto' | 'always' | 'never';
  pointSize: number;
  spanNulls: boolean | number;
  insertNulls: boolean | number;
  barAlignment: number;
  barWidthFactor: number;
  barMaxWidth: number | null;
  transform: string;
  stacking: { mode: 'none' | 'normal' | 'percent'; group: string };
  thresholdsStyle: { mode: string };
  hideFrom: { viz: boolean; legend: boolean; tooltip: boolean };
  axisPlacement: 'auto' | 'left' | 'right' | 'top' | 'bottom' | 'hidden';
  axisLabel: string;
  axisWidth: number | null;
  axisColorMode: 'text' | 'series';
  axisBorderShow: boolean;
  axisCenteredZero: boolean;
  axisSoftMin: number | null;
  axisSoftMax: number | null;
  axisGridShow: boolean | null;
  scaleDistribution: { type: string; log: 2 | 10; linearThreshold: number | null };
}

export interface SeriesModel {
  id: string;
  name: string;
  color: string;
  field: Field;
  style: SeriesStyle;
  scale: string;
  /** Aligned values as drawn: cumulative where stacked. */
  drawn: Value[];
  /** Aligned values as measured, for tooltips. */
  values: Value[];
  /**
   * Row of the field for each aligned position, where rows moved; undefined where position and row
   * are the same.
   */
  rowOf?: (position: number) => number;
  /** Position of the series this one stands on or fills down to. */
  below?: number;
}

export interface AxisModel {
  scale: string;
  side: 'left' | 'right';
  hidden: boolean;
  unit?: string;
  decimals?: number | null;
  label: string;
  width: number | null;
  color?: string;
  grid: boolean;
  border: boolean;
  range: ValueScale;
}

export interface SeriesTable {
  times: number[];
  series: SeriesModel[];
  axes: AxisModel[];
}

export interface SeriesContext {
  theme: ChartTheme;
  styleOf: (field: Field) => SeriesStyle;
  /** Ids of series the viewer switched off. */
  hidden?: ReadonlySet<string>;
}

interface Source {
  field: Field;
  frame: Frame;
  style: SeriesStyle;
  id: string;
}

/**
 * Frames that can be drawn: a time field and at least one number or boolean. Others are left out.
 */
export function seriesTable(frames: readonly Frame[], context: SeriesContext): SeriesTable {
  const sources: Source[] = [];
  const tables: Table[] = [];
  for (const frame of frames) {
    if (frame.meta?.dataTopic === 'annotations') continue;
    const time = frame.fields.find((field) => field.type === 'time');
    if (!time) continue;
    const found = frame.fields
      .filter(isDrawable)
      .map((field) => source(field, frame, sources.length, context));
    if (found.length === 0) continue;
    const threshold = gapThreshold(found[0] as Source, time);
    const columns = found.map(({ field, style }) => drawableValues(field, style));
    tables.push(insertGaps(ascending({ times: time.values as number[], columns }), threshold));
    for (const item of found) sources.push({ ...item, id: uniqueId(item.id, sources) });
  }
  const visible = sources.map(({ id, style }) => !style.hideFrom.viz && !context.hidden?.has(id));
  const aligned = alignTables(tables);
  const measured = aligned.columns.map((column, i) =>
    spanNulls(aligned.times, column, (sources[i] as Source).style.spanNulls),
  );
  const scales = sources.map(({ field, style }) => scaleKey(field, style));
  const stacked = stackColumns(
    aligned.times,
    measured.map((values, i) => {
      const { style } = sources[i] as Source;
      const key = visible[i] ? stackKey(style, scales[i] as string, values) : undefined;
      return { values, key, percent: style.stacking.mode === 'percent' };
    }),
  );
  const series = sources.map((item, i): SeriesModel => ({
    id: item.id,
    name: item.field.displayName ?? item.field.name,
    color: seriesColor(item.field, context.theme),
    field: item.field,
    style: visible[i]
      ? item.style
      : { ...item.style, hideFrom: { ...item.style.hideFrom, viz: true } },
    scale: scales[i] as string,
    drawn: stacked[i]?.values ?? [],
    values: measured[i] as Value[],
    rowOf: rowLookup(item.frame, aligned.times),
    below: stacked[i]?.below,
  }));
  for (const one of series) {
    const target =
      one.style.fillBelowTo && series.findIndex(({ name }) => name === one.style.fillBelowTo);
    if (typeof target === 'number' && target >= 0 && visible[target]) one.below ??= target;
  }
  return { times: aligned.times, series, axes: axes(series) };
}

function isDrawable(field: Field): boolean {
  return field.type === 'number' || field.type === 'boolean';
}

function source(field: Field, frame: Frame, offset: number, context: SeriesContext): Source {
  return {
    field,
    frame,
    style: context.styleOf(field),
    id: field.displayName ?? field.name ?? `series ${offset}`,
  };
}

function uniqueId(id: string, sources: readonly Source[]): string {
  if (!sources.some((known) => known.id === id)) return id;
  let n = 2;
  while (sources.some((known) => known.id === `${id} ${n}`)) n++;
  return `${id} ${n}`;
}

function gapThreshold({ style }: Source, time: Field): number | undefined {
  return typeof style.insertNulls === 'number' ? style.insertNulls : time.config.interval;
}

/**
 * Numbers to draw: NaN and infinities have no place on an axis and are gaps. The field's own array
 * if it fits.
 */
function drawableValues(field: Field, style: SeriesStyle): Value[] {
  const values = field.values as (number | boolean | null)[];
  const sign = style.transform === 'negative-Y' ? -1 : 1;
  if (style.transform === 'constant') {
    const first = values.find((value) => value != null);
    return values.map(() => (first == null ? null : Number(first)));
  }
  let clean = sign === 1;
  for (let i = 0; i < values.length && clean; i++)
    clean = values[i] === null || Number.isFinite(values[i]);
  if (clean) return values as Value[];
  return values.map((value) =>
    value === null || !Number.isFinite(Number(value)) ? null : sign * Number(value),
  );
}

function rowLookup(
  frame: Frame,
  times: readonly number[],
): ((position: number) => number) | undefined {
  const own = frame.fields.find((field) => field.type === 'time')?.values as number[];
  if (own === times) return undefined;
  return (position) => own.indexOf(times[position] as number);
}

function scaleKey(field: Field, style: SeriesStyle): string {
  const {
    axisPlacement,
    axisLabel,
    axisSoftMin,
    axisSoftMax,
    axisCenteredZero,
    scaleDistribution,
    stacking,
  } = style;
  const percent = stacking.mode === 'percent';
  const parts = [
    percent ? 'percentunit' : field.config.unit,
    axisPlacement,
    axisLabel,
    axisSoftMin,
    axisSoftMax,
    axisCenteredZero,
    scaleDistribution.type,
    scaleDistribution.log,
    scaleDistribution.linearThreshold,
    percent ? null : field.config.min,
    percent ? null : field.config.max,
    field.config.decimals,
  ];
  return parts.map((part) => part ?? '').join('|');
}

/** Lines and bars stack apart, and so do the series below zero. */
function stackKey(style: SeriesStyle, scale: string, values: readonly Value[]): string | undefined {
  if (style.stacking.mode === 'none' || style.drawStyle === 'points') return undefined;
  let sum = 0;
  for (const value of values) sum += value ?? 0;
  return [
    scale,
    style.drawStyle,
    style.stacking.group,
    style.stacking.mode,
    sum < 0 ? 'below' : 'above',
  ].join('/');
}

function axes(series: readonly SeriesModel[]): AxisModel[] {
  const byScale = new Map<string, SeriesModel[]>();
  for (const one of series) {
    if (one.style.hideFrom.viz) continue;
    byScale.set(one.scale, [...(byScale.get(one.scale) ?? []), one]);
  }
  const result: AxisModel[] = [];
  for (const [scale, members] of byScale) {
    const { style, field, color } = members[0] as SeriesModel;
    const percent = style.stacking.mode === 'percent';
    const taken = result.some((axis) => axis.side === 'left' && !axis.hidden);
    const side =
      style.axisPlacement === 'right' || (style.axisPlacement === 'auto' && taken)
        ? 'right'
        : 'left';
    result.push({
      scale,
      side,
      hidden: style.axisPlacement === 'hidden',
      unit: percent ? 'percentunit' : field.config.unit,
      decimals: percent ? undefined : field.config.decimals,
      label: style.axisLabel,
      width: style.axisWidth,
      color: style.axisColorMode === 'series' ? color : undefined,
      grid: style.axisGridShow ?? !result.some((axis) => axis.grid),
      border: style.axisBorderShow,
      range: {
        distribution: distribution(style.scaleDistribution.type),
        base: style.scaleDistribution.log,
        linearThreshold: style.scaleDistribution.linearThreshold,
        min: percent ? undefined : field.config.min,
        max: percent ? 1 : field.config.max,
        softMin: style.axisSoftMin,
        softMax: style.axisSoftMax,
        centeredZero: style.axisCenteredZero,
        fromZero: members.some(
          ({ style: { drawStyle, stacking } }) => drawStyle === 'bars' || stacking.mode !== 'none',
        ),
      },
    });
  }
  return result;
}

function distribution(type: string): ValueScale['distribution'] {
  return type === 'log' || type === 'symlog' ? type : 'linear';
}
