/** Values of a variable from the answer to its query. */
import type { Frame } from '../../../data';

export interface Found {
  text: string;
  value?: string;
}

/**
 * Pairs of the columns `__text` and `__value`, or `text` and `value`; without them every value of
 * every column, once.
 */
export function valuesOf(frames: readonly Frame[]): Found[] {
  const found = new Map<string, Found>();
  for (const each of frames.flatMap(rowsOf)) if (!found.has(each.text)) found.set(each.text, each);
  return [...found.values()];
}

function rowsOf({ fields }: Frame): Found[] {
  for (const [textName, valueName] of [
    ['__text', '__value'],
    ['text', 'value'],
  ]) {
    const texts = fields.find(({ name }) => name === textName)?.values;
    const values = fields.find(({ name }) => name === valueName)?.values;
    if (texts && values) return texts.flatMap((text, row) => pair(text, values[row]));
  }
  return fields.flatMap(({ values }) => values.flatMap((value) => pair(value)));
}

function pair(text: unknown, value?: unknown): Found[] {
  if (text === null || text === undefined) return [];
  return [
    {
      text: String(text),
      value: value === null || value === undefined ? undefined : String(value),
    },
  ];
}
