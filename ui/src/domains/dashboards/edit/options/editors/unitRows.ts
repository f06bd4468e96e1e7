/** Units as rows of a picker, each with the value of the data in that unit. */
import { unitCatalogue } from '../../../../../data';

export interface UnitRow {
  id: string;
  name: string;
}

export interface UnitSection {
  name: string;
  units: UnitRow[];
}

/** Units written by hand: what they look like and an example to begin with. */
export const CUSTOM_FORMS: readonly UnitRow[] = [
  { id: 'suffix:req', name: 'Text after the value' },
  { id: 'prefix:~', name: 'Text before the value' },
  { id: 'time:YYYY-MM-DD HH:mm', name: 'Date and time' },
  { id: 'si:mF', name: 'SI prefixes (µ, m, k, M)' },
  { id: 'count:hits', name: 'Count (K, Mil, Bil)' },
  { id: 'currency:Kč', name: 'Currency' },
  { id: 'bool:up/down', name: 'Two words for true and false' },
];

const FORM = /^(prefix|suffix|time|si|count|currency|bool):/;

export const isCustomForm = (id: string): boolean => FORM.test(id);

let catalogue: UnitSection[] | undefined;
const sections = (): UnitSection[] => (catalogue ??= unitCatalogue());

/** The name of a stored unit; one that is not in the list stands for itself. */
export function unitName(id: string): string {
  for (const { units } of sections()) {
    const unit = units.find((one) => one.id === id);
    if (unit) return `${unit.name.charAt(0).toUpperCase()}${unit.name.slice(1)}`;
  }
  const form = FORM.exec(id);
  return form ? id.slice(form[0].length) || id : id;
}

/** The sections with their units that match every word; recently used ones first. */
export function matchingUnits(text: string, recent: readonly string[]): UnitSection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (section: string) => (unit: UnitRow) => {
    const hay = `${unit.name} ${unit.id} ${section}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  };
  const used = recent.map((id) => ({ id, name: unitName(id) }));
  return [
    { name: 'Recently used', units: used },
    ...sections(),
    { name: 'Custom', units: [...CUSTOM_FORMS] },
  ]
    .map((section) => ({ ...section, units: section.units.filter(matches(section.name)) }))
    .filter(({ units }) => units.length > 0);
}

/** The unit a text stands for by itself, unless it is one of the list. */
export function customUnit(text: string): string | undefined {
  const id = text.trim();
  const isListed = sections().some(({ units }) => units.some((unit) => unit.id === id));
  return id === '' || isListed ? undefined : id;
}

const KEY = 'vedette.recent-units';
const KEPT = 5;

export function recentUnits(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((one): one is string => typeof one === 'string').slice(0, KEPT)
      : [];
  } catch {
    return [];
  }
}

export function rememberUnit(id: string): void {
  const kept = [id, ...recentUnits().filter((one) => one !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows may refuse storage; the list then stays empty.
  }
}
