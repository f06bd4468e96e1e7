/** Variables in the address of a page: `var-host=a&var-host=b`, ad hoc filters as `key|=|value`. */
import type { AdHocFilter } from '../dashboard';
import { encodeStrict } from './formats';
import type { VariableValue } from './value';

const PREFIX = 'var-';

/** Values by variable name, as they stand in the address; several of a name stay together. */
export function variablesFromQuery(search: string | URLSearchParams): Record<string, string[]> {
  const params = typeof search === 'string' ? new URLSearchParams(search) : search;
  const found: Record<string, string[]> = {};
  for (const [key, value] of params) {
    if (!key.startsWith(PREFIX) || key === `${PREFIX}__proto__`) continue;
    (found[key.slice(PREFIX.length)] ??= []).push(value);
  }
  return found;
}

/**
 * Without a leading `?`; All is written `$__all`. A variable with nothing selected keeps its place
 * with an empty value.
 */
export function variablesToQuery(vars: Readonly<Record<string, VariableValue>>): string {
  const parts: string[] = [];
  for (const [name, variable] of Object.entries(vars)) {
    if (name.startsWith('__') || variable.skipUrlSync) continue;
    const values = variable.filters ? variable.filters.map(adHocToText) : [variable.value].flat();
    for (const value of values.length > 0 ? values : [''])
      parts.push(`${PREFIX}${encodeStrict(name)}=${encodeStrict(value)}`);
  }
  return parts.join('&');
}

const escapeBar = (text: string): string =>
  text.replaceAll('|', '__gfp__').replaceAll('#', '__gfh__');
const unescapeBar = (text: string): string =>
  text.replaceAll('__gfp__', '|').replaceAll('__gfh__', '#');

export function adHocToText(filter: AdHocFilter): string {
  return [filter.key, filter.operator, filter.value].map(escapeBar).join('|');
}

/** `undefined` where the text is no filter. */
export function adHocFromText(text: string): AdHocFilter | undefined {
  const [key, operator, value, ...rest] = text.split('|').map(unescapeBar);
  if (!key || !operator || value === undefined || rest.length > 0) return undefined;
  return { key, operator, value };
}
