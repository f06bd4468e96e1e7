/** How often values fall into ranges of equal width. */
import type { Field, Frame } from '../frame';
import { fieldDisplayName } from '../field/names';
import { makeField, makeFrame, numberOption, type Transform } from './context';

const DEFAULT_COUNT = 30;

/** Widths people read well, from which the next above the wanted one is taken. */
const STEPS = [1, 2, 2.5, 4, 5];

/**
 * Columns `xMin`, `xMax` and a count a field, without the ranges nothing falls into; `combine`
 * counts all fields together.
 */
export const histogram: Transform = (frames, options) => {
  const fields = frames.flatMap((frame) =>
    frame.fields.filter((field) => field.type === 'number').map((field) => ({ field, frame })),
  );
  const numbers = fields.flatMap(({ field }) =>
    field.values.filter(
      (value): value is number => typeof value === 'number' && Number.isFinite(value),
    ),
  );
  if (numbers.length === 0) return frames;
  let min = Infinity;
  let max = -Infinity;
  for (const value of numbers) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const stored = numberOption(options['bucketSize']);
  const size =
    stored && stored > 0
      ? stored
      : niceStep(
          (max - min) / (numberOption(options['bucketCount']) ?? DEFAULT_COUNT),
          smallestGap(numbers),
        );
  const offset = numberOption(options['bucketOffset']) ?? 0;
  const bucketOf = (value: number): number =>
    round(Math.floor((value - offset) / size + 1e-12) * size + offset);
  const starts = [...new Set(numbers.map(bucketOf))].sort((a, b) => a - b);
  const position = new Map(starts.map((start, index) => [start, index]));
  const config = fields[0]?.field.config.unit ? { unit: fields[0].field.config.unit } : {};
  const columns = [
    makeField('xMin', 'number', starts, config),
    makeField(
      'xMax',
      'number',
      starts.map((start) => round(start + size)),
      config,
    ),
  ];
  const counted = (values: readonly unknown[]): number[] => {
    const counts = new Array<number>(starts.length).fill(0);
    for (const value of values) {
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      const index = position.get(bucketOf(value)) ?? 0;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  };
  if (options['combine'] === true)
    columns.push(
      makeField('Count', 'number', fields.map(({ field }) => counted(field.values)).reduce(added)),
    );
  else
    for (const { field, frame } of fields)
      columns.push(countField(field, frame, frames, counted(field.values)));
  return [makeFrame(columns, { meta: { type: 'histogram' } })];
};

const added = (total: number[], counts: number[]): number[] =>
  total.map((count, index) => count + (counts[index] ?? 0));

/** The count carries the look of what it counts, not its unit. */
function countField(field: Field, frame: Frame, frames: Frame[], values: number[]): Field {
  const { unit: _unit, ...config } = field.config;
  const name = fieldDisplayName(field, frame, frames);
  return makeField(
    field.name,
    'number',
    values,
    name === field.name ? config : { ...config, displayName: name },
    field.labels,
  );
}

/** The next good width that is wider than wanted and not narrower than values lie apart. */
function niceStep(wanted: number, gap: number): number {
  const least = Math.max(wanted, gap);
  if (!(least > 0)) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const fits = (width: number): boolean => width > wanted && width >= gap;
  return round((STEPS.find((step) => fits(round(step * magnitude))) ?? 10) * magnitude);
}

function smallestGap(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  let gap = Infinity;
  for (let i = 1; i < sorted.length; i += 1) {
    const apart = (sorted[i] ?? 0) - (sorted[i - 1] ?? 0);
    if (apart > 0 && apart < gap) gap = apart;
  }
  return Number.isFinite(gap) ? round(gap) : 0;
}

/** Sums of steps without the noise of binary fractions. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
