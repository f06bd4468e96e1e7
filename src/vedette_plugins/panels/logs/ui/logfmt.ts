/** `key=value` pairs in a text; values may be quoted. */
const PAIR =
  /(?<![^\s,;])([A-Za-z_][\w.:/@-]*)=(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s,;]*))/g;
/** Pairs beyond are of no use to anybody, and searching long texts takes long. */
const MOST_TEXT = 8_000;
const MOST_PAIRS = 200;

export function logfmtPairs(text: string): [key: string, value: string][] {
  const found = new Map<string, string>();
  for (const [, key = '', double, single, bare] of text.slice(0, MOST_TEXT).matchAll(PAIR)) {
    const value = double?.replace(/\\(["\\])/g, '$1') ?? single ?? bare ?? '';
    if (!found.has(key) && value !== '') found.set(key, value);
    if (found.size === MOST_PAIRS) break;
  }
  return [...found];
}
