/**
 * Which values of a variable are selected, out of what is stored, asked for in the address, and on
 * offer.
 */
import type { VariableModel } from '../../../data';

export interface Choice {
  text: string;
  value: string;
}

export const ALL = '$__all';

export function isMulti(model: VariableModel): boolean {
  return Boolean(model.multi);
}

/** Values of the stored selection. */
export function storedSelection(model: VariableModel): string[] {
  const value = model.current && 'value' in model.current ? model.current.value : undefined;
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null ? [] : [String(value)];
}

/**
 * What is selected once the options are known. `keepUnknown` keeps values that are not on offer,
 * because a person (or a link) asked for exactly these; otherwise they give way to the first
 * option.
 */
export function chooseSelection(
  model: VariableModel,
  wanted: readonly string[],
  choices: readonly Choice[],
  keepUnknown: boolean,
): string[] {
  const offersAll = Boolean(model.includeAll);
  const matched = wanted.flatMap((value) => {
    if (value === ALL || (offersAll && value === 'All')) return offersAll ? [ALL] : [];
    const found =
      choices.find((choice) => choice.value === value) ??
      choices.find((choice) => choice.text === value);
    if (found) return [found.value];
    return keepUnknown ? [value] : [];
  });
  const unique = [...new Set(matched)];
  if (unique.includes(ALL)) return [ALL];
  if (unique.length > 0) return isMulti(model) ? unique : unique.slice(0, 1);
  if (offersAll) return [ALL];
  const first = choices[0];
  return first ? [first.value] : [];
}

/**
 * Selecting or clearing one value in a list where several can be on: All excludes the others, and
 * none means All.
 */
export function toggleSelection(
  selected: readonly string[],
  value: string,
  offersAll: boolean,
): string[] {
  if (value === ALL) return [ALL];
  const others = selected.filter((item) => item !== ALL);
  const next = others.includes(value)
    ? others.filter((item) => item !== value)
    : [...others, value];
  return next.length === 0 && offersAll ? [ALL] : next;
}

/** What the chip shows: one name, a few, or a few and how many more. */
export function selectionText(
  selected: readonly string[],
  choices: readonly Choice[],
  limit = 2,
): { text: string; more: number } {
  if (selected.includes(ALL)) return { text: 'All', more: 0 };
  const names = selected.map(
    (value) => choices.find((choice) => choice.value === value)?.text ?? value,
  );
  const shown = names.slice(0, limit).join(', ');
  return { text: shown || 'None', more: Math.max(0, names.length - limit) };
}
