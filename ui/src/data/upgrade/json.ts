/** Reading stored JSON without trusting its shape. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Numbers, also written as text; anything else is no number. */
export function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean')
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Removes a key and gives what it held. */
export function take(from: JsonObject, key: string): unknown {
  const value = from[key];
  delete from[key];
  return value;
}

export function drop(from: JsonObject, ...keys: string[]): void {
  for (const key of keys) delete from[key];
}

/** Sets the keys that have a value. */
export function assign(target: JsonObject, values: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(values)) if (value !== undefined) target[key] = value;
  return target;
}

/** The object under a key, made where it is missing. */
export function child(parent: JsonObject, key: string): JsonObject {
  const found = parent[key];
  if (isObject(found)) return found;
  const made: JsonObject = {};
  parent[key] = made;
  return made;
}
