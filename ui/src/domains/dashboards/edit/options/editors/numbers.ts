/** Numbers of the panel's data, for editors that show what an option does to them. */
import type { FieldConfig, Frame } from '../../../../../data';

/** All finite numbers of the value fields, ascending. */
export function sortedNumbers(frames: readonly Frame[]): Float64Array {
  const numbers: number[] = [];
  for (const { fields } of frames)
    for (const { type, values } of fields)
      if (type === 'number')
        for (const value of values)
          if (typeof value === 'number' && Number.isFinite(value)) numbers.push(value);
  return Float64Array.from(numbers).sort();
}

/** How many of the sorted numbers lie below the limit. */
export function countBelow(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many numbers fall into each of equal parts of a range; the last part includes its end. */
export function histogram(sorted: Float64Array, from: number, to: number, bins: number): number[] {
  const limit = (index: number) => from + ((to - from) * index) / bins;
  return Array.from({ length: bins }, (_, index) => {
    const end = index === bins - 1 ? sorted.length : countBelow(sorted, limit(index + 1));
    return Math.max(0, end - countBelow(sorted, limit(index)));
  });
}

/** A round step, about a hundredth of the span: 1, 2 or 5 times a power of ten. */
export function tickOf(span: number): number {
  if (!(span > 0) || !Number.isFinite(span)) return 1;
  const rough = span / 100;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10;
  return Number((factor * power).toPrecision(12));
}

/** The value range percentages refer to: configured limits, else those of the data. */
export function valueRange(
  { min, max }: Pick<FieldConfig, 'min' | 'max'>,
  sorted: Float64Array,
): { min: number; max: number } | undefined {
  const low = min ?? sorted[0];
  const high = max ?? sorted.at(-1);
  return low === undefined || high === undefined || high <= low
    ? undefined
    : { min: low, max: high };
}

/** The last number of the first value field, with its name. */
export function currentValue(
  frames: readonly Frame[],
): { name: string; value: number } | undefined {
  for (const { fields } of frames)
    for (const field of fields) {
      if (field.type !== 'number') continue;
      const value = field.values.findLast(
        (one) => typeof one === 'number' && Number.isFinite(one),
      ) as number | undefined;
      if (value !== undefined) return { name: field.displayName ?? field.name, value };
    }
  return undefined;
}
