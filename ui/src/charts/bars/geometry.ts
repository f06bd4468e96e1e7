/** Positions of the bars of a bar chart. Pure: pixels in, rectangles out. */
import { valueSteps, type Range } from '../valueAxis';

export interface BarSettings {
  width: number;
  height: number;
  horizontal: boolean;
  stacking: 'none' | 'normal' | 'percent';
  /** Part of its category a group fills, and of its place in the group a bar fills, 0..1. */
  groupWidth: number;
  barWidth: number;
  range: Range;
}

export interface Bar {
  category: number;
  series: number;
  /** The raw value, also of stacked bars. */
  value: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface BarLayout {
  bars: Bar[];
  /** Room of one category along its axis. */
  band: number;
  /** Pixels of a value along the value axis. */
  position: (value: number) => number;
}

export interface StackedValue {
  from: number;
  to: number;
}

/**
 * Start and end of every bar on the value axis, by series and category. Bars below zero stack
 * downwards.
 */
export function stackBars(
  series: readonly (readonly (number | null)[])[],
  stacking: BarSettings['stacking'],
): (StackedValue | null)[][] {
  if (stacking === 'none') {
    return series.map((values) =>
      values.map((value) => (value === null ? null : { from: 0, to: value })),
    );
  }
  const length = Math.max(0, ...series.map((values) => values.length));
  const up = new Float64Array(length);
  const down = new Float64Array(length);
  const totals = new Float64Array(length);
  for (const values of series)
    values.forEach((value, i) => (totals[i] = (totals[i] as number) + Math.abs(value ?? 0)));
  return series.map((values) =>
    values.map((value, i) => {
      if (value === null) return null;
      const total = totals[i] as number;
      const part = stacking === 'percent' ? (total ? value / total : 0) : value;
      const sums = part < 0 ? down : up;
      const from = sums[i] as number;
      sums[i] = from + part;
      return { from, to: from + part };
    }),
  );
}

export function barLayout(
  series: readonly (readonly (number | null)[])[],
  settings: BarSettings,
): BarLayout {
  const { width, height, horizontal, stacking, groupWidth, barWidth, range } = settings;
  const categories = Math.max(0, ...series.map((values) => values.length));
  const [low, high] = range;
  const length = horizontal ? width : height;
  const band = (horizontal ? height : width) / Math.max(1, categories);
  const position = (value: number) => {
    const share = (Math.min(high, Math.max(low, value)) - low) / (high - low);
    return horizontal ? share * length : length - share * length;
  };
  const group = band * groupWidth;
  const slots = stacking === 'none' ? Math.max(1, series.length) : 1;
  const slot = group / slots;
  const thickness = Math.max(1, slot * barWidth);
  const bars: Bar[] = [];
  stackBars(series, stacking).forEach((values, s) => {
    values.forEach((stacked, category) => {
      if (!stacked) return;
      const a = position(stacked.from);
      const b = position(stacked.to);
      const start =
        category * band +
        (band - group) / 2 +
        (stacking === 'none' ? s * slot : 0) +
        (slot - thickness) / 2;
      const value = series[s]?.[category] ?? 0;
      const across = { start: Math.min(a, b), size: Math.abs(a - b) };
      bars.push(
        horizontal
          ? {
              category,
              series: s,
              value,
              x: across.start,
              y: start,
              width: across.size,
              height: thickness,
            }
          : {
              category,
              series: s,
              value,
              x: start,
              y: across.start,
              width: thickness,
              height: across.size,
            },
      );
    });
  });
  return { bars, band, position };
}

/** Round values within the range, at least `space` pixels apart. */
export function valueTicks(
  [low, high]: Range,
  length: number,
  space: number,
  unit?: string,
): number[] {
  const least = ((high - low) / Math.max(1, length)) * space;
  const step = valueSteps(unit).find((candidate) => candidate >= least);
  if (!step) return [low, high];
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}
