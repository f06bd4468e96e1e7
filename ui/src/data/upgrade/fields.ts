/** Building blocks of field configuration that several old panel types share. */
import { child, isObject, numberOf, objectsOf, textOf, type JsonObject } from './json';

export interface FieldConfigJson {
  defaults: JsonObject;
  custom: JsonObject;
  overrides: JsonObject[];
}

/** The panel's field configuration, made where it is missing. */
export function fieldConfigOf(panel: JsonObject): FieldConfigJson {
  const config = child(panel, 'fieldConfig');
  const defaults = child(config, 'defaults');
  if (!Array.isArray(config['overrides'])) config['overrides'] = [];
  return {
    defaults,
    custom: child(defaults, 'custom'),
    overrides: config['overrides'] as JsonObject[],
  };
}

/** Names between slashes are expressions. */
export function matcherFor(name: string): JsonObject {
  return /^\/.*\/[a-z]*$/.test(name)
    ? { id: 'byRegexp', options: name }
    : { id: 'byName', options: name };
}

export function property(id: string, value: unknown): JsonObject {
  return { id, value };
}

export function fixedColor(color: string): JsonObject {
  return { mode: 'fixed', fixedColor: color };
}

/** `10,20` with three colours: below, between, above. */
export function stepsFrom(limits: unknown, colors: unknown): JsonObject[] | undefined {
  const values = (
    typeof limits === 'string' ? limits.split(',') : Array.isArray(limits) ? limits : []
  ).map((limit) => numberOf(limit));
  const names = Array.isArray(colors) ? colors : [];
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 && names.length === 0) return undefined;
  return [null, ...known].map((value, i) => ({
    color: String(names[i] ?? names.at(-1) ?? 'green'),
    value,
  }));
}

const REDUCERS: Record<string, string> = {
  avg: 'mean',
  current: 'lastNotNull',
  total: 'sum',
  last_time: 'lastNotNull',
  name: 'lastNotNull',
};

/** Names of calculations before schema 16. */
export function reducerFrom(name: unknown): string {
  const text = textOf(name) ?? 'avg';
  return REDUCERS[text] ?? text;
}

/** `mappingType` chose which of the two lists is used: 1 values, 2 ranges. */
export function mappingsFrom(holder: JsonObject): JsonObject[] {
  const type =
    numberOf(holder['mappingType']) ?? (objectsOf(holder['valueMaps']).length > 0 ? 1 : 2);
  if (type === 1) return mappingsOfValues(objectsOf(holder['valueMaps']));
  return objectsOf(holder['rangeMaps']).map((map) =>
    rangeMapping(map['from'], map['to'], map['text']),
  );
}

function mappingsOfValues(maps: JsonObject[]): JsonObject[] {
  const out: JsonObject[] = [];
  for (const map of maps) {
    const value = textOf(map['value']);
    if (value === undefined) continue;
    const result = { text: String(map['text'] ?? '') };
    if (value === 'null') out.push({ type: 'special', options: { match: 'null', result } });
    else out.push({ type: 'value', options: { [value]: result } });
  }
  return out;
}

function rangeMapping(from: unknown, to: unknown, text: unknown): JsonObject {
  const result = { text: String(text ?? '') };
  if (from === 'null' && to === 'null')
    return { type: 'special', options: { match: 'null', result } };
  const [lowest, highest] = [numberOf(from), numberOf(to)];
  const bounds = {
    ...(lowest === undefined ? {} : { from: lowest }),
    ...(highest === undefined ? {} : { to: highest }),
  };
  return { type: 'range', options: { ...bounds, result } };
}

/** Mappings of schema 30 and before: `{type: 1, value, text}` and `{type: 2, from, to, text}`. */
export function upgradeMappings(holder: JsonObject, key: string): void {
  const list = holder[key];
  if (
    !Array.isArray(list) ||
    !list.some((entry) => isObject(entry) && typeof entry['type'] === 'number')
  )
    return;
  holder[key] = list.flatMap((entry): unknown[] => {
    if (!isObject(entry) || typeof entry['type'] !== 'number') return [entry];
    if (entry['type'] === 2) return [rangeMapping(entry['from'], entry['to'], entry['text'])];
    return mappingsOfValues([entry]);
  });
}
