/** Reducers: one value out of a column. */
import type { Field } from './frame';

export interface Reducer {
  id: string;
  name: string;
  description: string;
}

const NAMED: readonly (readonly [string, string, string])[] = [
  ['lastNotNull', 'Last *', 'Last value that is not null'],
  ['last', 'Last', 'Last value'],
  ['firstNotNull', 'First *', 'First value that is not null'],
  ['first', 'First', 'First value'],
  ['min', 'Min', 'Smallest value'],
  ['max', 'Max', 'Largest value'],
  ['mean', 'Mean', 'Average value'],
  ['median', 'Median', 'Value in the middle'],
  ['variance', 'Variance', 'Mean squared distance from the mean'],
  ['stdDev', 'StdDev', 'Standard deviation'],
  ['sum', 'Total', 'Sum of all values'],
  ['count', 'Count', 'Number of values that are not null'],
  ['countAll', 'Count all', 'Number of rows'],
  ['range', 'Range', 'Difference between smallest and largest value'],
  ['delta', 'Delta', 'Increase of a counter, resets taken into account'],
  ['step', 'Step', 'Smallest distance between two values'],
  ['diff', 'Difference', 'Last value minus first value'],
  ['logmin', 'Min (above zero)', 'Smallest positive value'],
  ['allIsZero', 'All Zeros', 'Whether all values are zero'],
  ['allIsNull', 'All Nulls', 'Whether all values are null'],
  ['changeCount', 'Change Count', 'Number of times the value changes'],
  ['distinctCount', 'Distinct Count', 'Number of different values'],
  ['diffperc', 'Difference percent', 'Difference of last and first value as a share of the first'],
  ['allValues', 'All values', 'Every value'],
  ['uniqueValues', 'All unique values', 'Every different value'],
];

/** Every id a stored option may hold, p1 to p99 included. */
export const reducers: readonly Reducer[] = [
  ...NAMED.map(([id, name, description]) => ({ id, name, description })),
  ...Array.from({ length: 99 }, (_, i) => ({
    id: `p${i + 1}`,
    name: `${ordinal(i + 1)} %`,
    description: `${ordinal(i + 1)} percentile`,
  })),
];

function ordinal(n: number): string {
  const tens = Math.floor(n / 10) % 10;
  return `${n}${tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** Names that older files have for a reducer. */
const ALIASES = new Map([
  ['current', 'lastNotNull'],
  ['avg', 'mean'],
  ['total', 'sum'],
]);

export function reduceField(
  field: Pick<Field, 'values' | 'type'>,
  reducerId: string,
): number | null {
  const value = reduceFieldAny(field, reducerId);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : null;
}

/** As `reduceField`, for reducers and columns whose result is no number: texts, booleans, lists. */
export function reduceFieldAny(field: Pick<Field, 'values' | 'type'>, reducerId: string): unknown {
  const values = field.values;
  const id = ALIASES.get(reducerId) ?? reducerId;
  switch (id) {
    case 'last':
      return values.at(-1) ?? null;
    case 'first':
      return values[0] ?? null;
    case 'lastNotNull':
      return values.findLast(present) ?? null;
    case 'firstNotNull':
      return values.find(present) ?? null;
    case 'count':
      return values.filter(known).length;
    case 'countAll':
      return values.length;
    case 'allIsNull':
      return !values.some(present);
    case 'allValues':
      return values;
    case 'uniqueValues':
      return [...new Set(values)];
    case 'distinctCount':
      return new Set(values.filter(known)).size;
    case 'changeCount':
      return changes(values.filter(known));
    default:
      return numeric(numbersOf(field), id);
  }
}

function known(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function present(value: unknown): boolean {
  return known(value) && !Number.isNaN(value);
}

function changes(values: readonly unknown[]): number {
  let count = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i] !== values[i - 1]) count += 1;
  return count;
}

/** Booleans count as 0 and 1; the positions that an enumeration holds are no quantities. */
function numbersOf({ values, type }: Pick<Field, 'values' | 'type'>): number[] {
  const out: number[] = [];
  if (type === 'enum') return out;
  for (const value of values) {
    if (typeof value === 'number' && !Number.isNaN(value)) out.push(value);
    else if (typeof value === 'boolean') out.push(value ? 1 : 0);
  }
  return out;
}

function numeric(values: readonly number[], id: string): number | boolean | null {
  const count = values.length;
  const first = values[0];
  const last = values[count - 1];
  if (first === undefined || last === undefined)
    return id === 'allIsZero' ? false : id === 'sum' ? 0 : null;
  switch (id) {
    case 'min':
      return extreme(values, -1);
    case 'max':
      return extreme(values, 1);
    case 'sum':
      return sum(values);
    case 'mean':
      return sum(values) / count;
    case 'median':
      return median(values);
    case 'range':
      return extreme(values, 1) - extreme(values, -1);
    case 'diff':
      return last - first;
    case 'diffperc':
      return (last - first) / first;
    case 'delta':
      return delta(values);
    case 'step':
      return smallestStep(values);
    case 'logmin':
      return smallestPositive(values);
    case 'allIsZero':
      return values.every((value) => value === 0);
    case 'variance':
      return variance(values);
    case 'stdDev':
      return Math.sqrt(variance(values));
    default: {
      const share = /^p(\d{1,2})$/.exec(id);
      return share ? percentile(values, Number(share[1])) : null;
    }
  }
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function extreme(values: readonly number[], sign: 1 | -1): number {
  let best = values[0] ?? NaN;
  for (const value of values) if ((value - best) * sign > 0) best = value;
  return best;
}

function variance(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return sum(values.map((value) => (value - mean) ** 2)) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  return middle % 1 === 0 ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

function smallestPositive(values: readonly number[]): number | null {
  const positive = values.filter((value) => value > 0);
  return positive.length > 0 ? extreme(positive, -1) : null;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.round((sorted.length - 1) * (share / 100))] ?? NaN;
}

/** A counter's increase: after falling it counts from zero, once it rises or ends. */
function delta(values: readonly number[]): number {
  let total = 0;
  let wasReset = false;
  values.forEach((value, i) => {
    if (i === 0) return;
    const before = values[i - 1] ?? 0;
    if (value < before) {
      wasReset = true;
      if (i === values.length - 1) total += value;
    } else {
      total += wasReset ? value : value - before;
      wasReset = false;
    }
  });
  return total;
}

function smallestStep(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  let least = Infinity;
  for (let i = 1; i < values.length; i += 1)
    least = Math.min(least, (values[i] ?? 0) - (values[i - 1] ?? 0));
  return least;
}
