/**
 * Where a value stands between a field's minimum and maximum, and which colours lie along the way.
 */
import type { Field, Frame } from '../../data';

export interface Bounds {
  min: number;
  max: number;
}

/** A colour that holds from `start` to `end`, both parts (0..1) of the bounds. */
export interface Band {
  start: number;
  end: number;
  color: string;
  /** The threshold the band begins at, where it lies inside the bounds. */
  value?: number;
}

/** Lowest and highest number of all number fields, zero included: bars then start at zero. */
export function dataBounds(frames: readonly Frame[]): Bounds {
  let min = 0;
  let max = 0;
  for (const frame of frames) {
    for (const { type, values } of frame.fields) {
      if (type !== 'number') continue;
      for (const value of values) {
        if (typeof value !== 'number' || !Number.isFinite(value)) continue;
        if (value < min) min = value;
        if (value > max) max = value;
      }
    }
  }
  return { min, max };
}

/**
 * The configured minimum and maximum; whichever is missing comes from `data`. An empty span is
 * widened to one.
 */
export function fieldBounds({ config }: Field, data: Bounds): Bounds {
  const min = config.min ?? Math.min(data.min, config.max ?? data.min);
  const max = config.max ?? Math.max(data.max, min);
  return max > min ? { min, max } : { min, max: min + 1 };
}

/** Part of the bounds, limited to 0..1; `undefined` for NaN and missing values. */
export function shareOf(value: number, { min, max }: Bounds): number | undefined {
  if (Number.isNaN(value)) return undefined;
  if (value === Infinity) return 1;
  if (value === -Infinity) return 0;
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}

/** The threshold steps as bands over the bounds, in order, without the ones that lie outside. */
export function thresholdBands(
  { config }: Field,
  bounds: Bounds,
  color: (name: string) => string,
): Band[] {
  const { steps = [], mode = 'absolute' } = config.thresholds ?? {};
  const startOf = (value: number | null) => {
    if (value === null) return 0;
    const share =
      mode === 'percentage' ? value / 100 : (value - bounds.min) / (bounds.max - bounds.min);
    return Math.min(1, Math.max(0, share));
  };
  return steps
    .map((step, index): Band => {
      const start = index === 0 ? 0 : startOf(step.value);
      const next = steps[index + 1];
      const isInside = index > 0 && start > 0 && start < 1;
      const value = isInside ? bounds.min + start * (bounds.max - bounds.min) : undefined;
      return { start, end: next ? startOf(next.value) : 1, color: color(step.color), value };
    })
    .filter(({ start, end }) => end > start);
}

const SAMPLES = 12;

/**
 * Stops of a gradient over the bounds: the thresholds, or samples of whatever colours the field's
 * values get.
 */
export function colorStops(
  field: Field,
  bounds: Bounds,
  color: (name: string) => string,
): { at: number; color: string }[] {
  if ((field.config.color?.mode ?? 'thresholds') === 'thresholds') {
    const bands = thresholdBands(field, bounds, color);
    if (bands.length > 0) return bands.map((band) => ({ at: band.start, color: band.color }));
  }
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const at = index / SAMPLES;
    return { at, color: colorAt(field, bounds, at) };
  });
}

/** The colour a value at this part of the bounds gets. */
export function colorAt(field: Field, { min, max }: Bounds, share: number): string {
  return field.display?.(min + share * (max - min)).color ?? 'var(--accent)';
}
