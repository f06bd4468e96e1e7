/** Places found by a code or a name. */
import { COUNTRIES, USA_STATES } from './places';

export interface Place {
  id: string;
  name: string;
  longitude: number;
  latitude: number;
}

export type Gazetteer = (text: unknown) => Place | undefined;

const LISTS: Readonly<Record<string, () => Gazetteer>> = {
  countries: () => gazetteerOf(COUNTRIES, 2),
  'usa-states': () => gazetteerOf(USA_STATES, 1),
};
const read = new Map<string, Gazetteer>();

/**
 * `stored` names a list, or is the path of a file of it such as `public/gazetteer/countries.json`;
 * without one it is the list of countries. Throws for a list that is not known.
 */
export function gazetteer(stored: string): Gazetteer {
  const name = stored.replace(/^.*\//, '').replace(/\.\w+$/, '') || 'countries';
  const found = read.get(name);
  if (found) return found;
  const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  if (!list)
    throw new Error(`There is no gazetteer "${name}". Choose ${Object.keys(LISTS).join(' or ')}.`);
  const made = list();
  read.set(name, made);
  return made;
}

/** Lines hold a number of codes, latitude, longitude and the name. */
function gazetteerOf(text: string, codes: number): Gazetteer {
  const byKey = new Map<string, Place>();
  for (const line of text.trim().split('\n')) {
    const parts = line.split(' ');
    const [latitude = NaN, longitude = NaN] = parts.slice(codes, codes + 2).map(Number);
    const name = parts.slice(codes + 2).join(' ');
    const place = { id: parts[0] ?? '', name, longitude, latitude };
    for (const key of [...parts.slice(0, codes), name]) byKey.set(key.toLowerCase(), place);
  }
  return (value) => (typeof value === 'string' ? byKey.get(value.trim().toLowerCase()) : undefined);
}
