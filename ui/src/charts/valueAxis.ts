/** Range, ticks and labels of a value axis. */
import uPlot from 'uplot';
import { formatValue, formatted, type FormattedValue } from '../data/format/value';

export interface ValueScale {
  distribution: 'linear' | 'log' | 'symlog';
  base: 2 | 10;
  /** Below this the symmetric logarithm is linear. */
  linearThreshold?: number | null;
  min?: number | null;
  max?: number | null;
  softMin?: number | null;
  softMax?: number | null;
  centeredZero?: boolean;
  /** Bars and areas stand on zero. */
  fromZero?: boolean;
}

export type Range = [min: number, max: number];

/** The range an axis shows for data between `low` and `high`; null where there is no data. */
export function valueRange(scale: ValueScale, low: number | null, high: number | null): Range {
  const { min, max } = scale;
  let dataMin = low ?? min ?? 0;
  let dataMax = high ?? max ?? (scale.distribution === 'log' ? 100 : Math.max(1, dataMin + 1));
  if (scale.softMin != null) dataMin = Math.min(dataMin, scale.softMin);
  if (scale.softMax != null) dataMax = Math.max(dataMax, scale.softMax);
  let range: Range;
  if (scale.distribution === 'log') {
    const lowest = dataMin > 0 ? dataMin : Math.min(1, dataMax > 0 ? dataMax / 1000 : 1);
    range = uPlot.rangeLog(lowest, Math.max(dataMax, lowest), scale.base, true) as Range;
  } else if (scale.distribution === 'symlog') {
    range = uPlot.rangeAsinh(dataMin, dataMax, scale.base, true) as Range;
  } else {
    range = linearRange(scale, dataMin, dataMax);
  }
  if (scale.centeredZero) {
    const reach = Math.max(Math.abs(range[0]), Math.abs(range[1]));
    range = [-reach, reach];
  }
  const shown: Range = [usable(min, scale) ? min : range[0], usable(max, scale) ? max : range[1]];
  return shown[0] < shown[1] ? shown : [shown[0], shown[0] + (Math.abs(shown[0]) || 1)];
}

function usable(limit: number | null | undefined, scale: ValueScale): limit is number {
  return limit != null && Number.isFinite(limit) && (scale.distribution !== 'log' || limit > 0);
}

function linearRange(scale: ValueScale, low: number, high: number): Range {
  const grounded = scale.fromZero ? { soft: 0, mode: 1 as const } : { soft: 0, mode: 3 as const };
  const exact = { pad: 0, soft: undefined, mode: 0 as const };
  const limit = (soft: number | null | undefined, reached: boolean) =>
    soft != null && reached ? exact : { pad: 0.08, ...grounded };
  return uPlot.rangeNum(low, high, {
    min: limit(scale.softMin, low === scale.softMin),
    max: limit(scale.softMax, high === scale.softMax),
  }) as Range;
}

const binaryUnits = /^(bytes|bits|[kmgtp]bytes|binBps|binbps|[KMGTP]i(bits|Bs))$/;

const decimalSteps = Array.from({ length: 33 }, (_, i) => i - 16).flatMap((power) =>
  [1, 2, 2.5, 5].map((factor) => Number(`${factor}e${power}`)),
);
const binarySteps = Array.from({ length: 90 }, (_, i) => 2 ** (i - 20));
const clockSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
];

/**
 * Distances between ticks that read well in the unit: powers of two for binary sizes, clock steps
 * for durations.
 */
export function valueSteps(unit: string | undefined): number[] {
  if (unit && binaryUnits.test(unit)) return binarySteps;
  const scale =
    unit === 's' || unit === 'dtdurations'
      ? 1
      : unit === 'ms' || unit === 'dtdurationms'
        ? 1000
        : 0;
  if (!scale) return decimalSteps;
  const clock = clockSteps.map((step) => step * scale);
  const days = decimalSteps.filter((step) => step >= 1).map((step) => step * 86400 * scale);
  return [...decimalSteps.filter((step) => step < scale), ...clock, ...days.slice(1)];
}

/**
 * Labels with as few decimals as tell the ticks apart and stay true to them, without zeros at their
 * end. No two are alike: where a field fixes its decimals, the tick that a label fits best keeps
 * it. Null ticks give empty labels.
 */
export function valueLabels(
  ticks: readonly (number | null)[],
  unit?: string,
  decimals?: number | null,
): string[] {
  if (decimals !== null && decimals !== undefined) return withoutRepeats(ticks, unit, decimals);
  const digits = leastDecimals(
    ticks.filter((tick) => tick !== null),
    unit,
  );
  return ticks.map((tick) => (tick === null ? '' : trimmed(tick, unit, tick === 0 ? 0 : digits)));
}

const MOST_DECIMALS = 16;
const shown = (tick: number, unit: string | undefined, decimals: number): FormattedValue =>
  formatValue(tick, unit || 'short', decimals);

function trimmed(tick: number, unit: string | undefined, decimals: number): string {
  const value = shown(tick, unit, decimals);
  return formatted({
    ...value,
    text: value.text.replace(/^(-?\d+)(?:\.0+|(\.\d*[1-9])0+)$/, '$1$2'),
  });
}

function leastDecimals(ticks: readonly number[], unit?: string): number {
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++) {
    const labels = ticks.map((tick) => formatted(shown(tick, unit, decimals)));
    const truthful = ticks.every((tick) => errorOf(tick, unit, decimals) <= 0.002);
    if (truthful && new Set(labels).size === new Set(ticks).size) return decimals;
  }
  return MOST_DECIMALS;
}

/** How far a label is from its tick, as a share of the tick; 0 where the label is no number. */
function errorOf(tick: number, unit: string | undefined, decimals: number): number {
  const meant = parseFloat(shown(tick, unit, decimals + 4).text);
  const written = parseFloat(shown(tick, unit, decimals).text);
  return Number.isNaN(meant) || meant === written ? 0 : Math.abs(written - meant) / Math.abs(meant);
}

function withoutRepeats(
  ticks: readonly (number | null)[],
  unit: string | undefined,
  decimals: number,
): string[] {
  const labels = ticks.map((tick) => (tick === null ? '' : formatted(shown(tick, unit, decimals))));
  const error = (at: number): number => errorOf(ticks[at] ?? 0, unit, decimals);
  const best = new Map<string, number>();
  labels.forEach((label, at) => {
    const other = best.get(label);
    if (other === undefined || error(at) < error(other)) best.set(label, at);
  });
  return labels.map((label, at) => (best.get(label) === at ? label : ''));
}

/**
 * Keeps the powers of the base (and zero) of a logarithmic axis; the others become null. `position`
 * gives pixels: powers are thinned evenly to `space` between them, and those that would cover zero
 * are left out.
 */
export function powerTicks(
  ticks: readonly number[],
  base: number,
  space: number,
  position: (value: number) => number,
): (number | null)[] {
  const exponent = (value: number) => Math.log(Math.abs(value)) / Math.log(base);
  const isPower = (value: number) =>
    value !== 0 && Math.abs(exponent(value) - Math.round(exponent(value))) < 1e-6;
  const powers = ticks.filter(isPower);
  const [last, beforeLast] = [powers[powers.length - 1], powers[powers.length - 2]];
  const apart =
    last === undefined || beforeLast === undefined
      ? space
      : Math.abs(position(last) - position(beforeLast));
  const every = Math.max(1, Math.ceil(space / Math.max(1, apart)));
  const zero = ticks.includes(0) ? position(0) : undefined;
  return ticks.map((tick) => {
    if (tick === 0) return tick;
    if (!isPower(tick) || Math.round(exponent(tick)) % every !== 0) return null;
    return zero !== undefined && Math.abs(position(tick) - zero) < space ? null : tick;
  });
}
