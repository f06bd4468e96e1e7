/** What each mapping matches in the data of the panel. */
import { mappedValue } from '../../../../../data/field/mappings';
import type { Frame, ValueMapping } from '../../../../../data';
import { mappingsOf, newId, type MappingRow } from './mappingRows';

/** Different values that are looked at; counts beyond are lower limits. */
const MOST_VALUES = 20_000;
/** Values that are added at once. */
export const MOST_ADDED = 20;

export interface DistinctValues {
  values: { value: unknown; count: number }[];
  /** False where the data has more different values than were counted. */
  isComplete: boolean;
}

/** The different values of all fields but times, with the number of times each occurs. */
export function distinctValues(frames: readonly Frame[]): DistinctValues {
  const counts = new Map<unknown, number>();
  let isComplete = true;
  for (const { fields } of frames)
    for (const { type, values } of fields) {
      if (!['number', 'string', 'boolean', 'enum'].includes(type)) continue;
      for (const one of values) {
        const value = one === undefined ? null : one;
        const before = counts.get(value);
        if (before === undefined && counts.size >= MOST_VALUES) isComplete = false;
        else counts.set(value, (before ?? 0) + 1);
      }
    }
  return { values: [...counts].map(([value, count]) => ({ value, count })), isComplete };
}

export interface MappingUse {
  count: number;
  /** The row that takes values this one would match, where none are left. */
  takenBy?: number;
}

/** For each row the values it gives a text to; the first matching row takes a value. */
export function usesOf(
  rows: readonly MappingRow[],
  { values }: DistinctValues,
): { uses: MappingUse[]; unmapped: DistinctValues['values'] } {
  const uses: MappingUse[] = rows.map(() => ({ count: 0 }));
  const single: (ValueMapping | undefined)[] = rows.map((row) => mappingsOf([row])[0]);
  // Rows of values are found by their text; only the others have to be tried one by one.
  const byText = new Map<string, number[]>();
  const tried: number[] = [];
  rows.forEach(({ kind, match }, index) => {
    if (kind === 'value') byText.set(match, [...(byText.get(match) ?? []), index]);
    else tried.push(index);
  });
  const unmapped: DistinctValues['values'] = [];
  for (const { value, count } of values) {
    const matches = value === null ? [] : [...(byText.get(String(value)) ?? [])];
    for (const index of tried) {
      const mapping = single[index];
      if (mapping && mappedValue([mapping], value)) matches.push(index);
    }
    const first = matches.length > 0 ? Math.min(...matches) : undefined;
    if (first === undefined) {
      unmapped.push({ value, count });
      continue;
    }
    (uses[first] as MappingUse).count += count;
    for (const index of matches) if (index !== first) (uses[index] as MappingUse).takenBy ??= first;
  }
  return { uses, unmapped };
}

/** Rows for the most frequent values that no row matches. */
export function rowsFor(unmapped: DistinctValues['values']): MappingRow[] {
  return unmapped
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_ADDED)
    .map(({ value }) => {
      if (value === null) return { id: newId(), kind: 'special', match: 'null', result: {} };
      if (Number.isNaN(value)) return { id: newId(), kind: 'special', match: 'nan', result: {} };
      if (value === '') return { id: newId(), kind: 'special', match: 'empty', result: {} };
      return { id: newId(), kind: 'value', match: String(value), result: {} };
    });
}
