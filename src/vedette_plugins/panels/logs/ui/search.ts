/** Finds a text or a regular expression in lines. */
export interface Search {
  text: string;
  isRegex: boolean;
  isCaseSensitive: boolean;
}

export interface Range {
  from: number;
  to: number;
}

export const NO_SEARCH: Search = { text: '', isRegex: false, isCaseSensitive: false };
/** More places in one line are not marked. */
const MOST_IN_LINE = 200;

/** The expression to look for, or why there is none. */
export function expressionOf({ text, isRegex, isCaseSensitive }: Search): RegExp | string {
  const flags = isCaseSensitive ? 'g' : 'gi';
  if (!isRegex) return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);
  try {
    return new RegExp(text, flags);
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^Invalid regular expression: /, '')
      : String(error);
  }
}

/**
 * Where the expression is found in each text; undefined where it is not. Empty finds do not count.
 */
export function rangesIn(texts: readonly string[], expression: RegExp): (Range[] | undefined)[] {
  return texts.map((text) => {
    const ranges: Range[] = [];
    for (const { 0: found, index } of text.matchAll(expression)) {
      if (found) ranges.push({ from: index, to: index + found.length });
      if (ranges.length === MOST_IN_LINE) break;
    }
    return ranges.length > 0 ? ranges : undefined;
  });
}
