/** How long the browser's own engine, which backtracks, can take for a regular expression. */

/** Texts up to this length are given to the browser's engine where the expression is cheap. */
export const LONGEST_NATIVE = 1000;
const MOST_LOOPS = 2;
const MOST_CHOICES = 3;
const LARGEST_COUNT = 100;

/**
 * Whether the time grows with the square of the text's length at most. The check is conservative:
 * it counts loops and choices, and refuses loops around anything that can itself match in several
 * ways.
 */
export function isCheap(source: string): boolean {
  const isAnchored = source.startsWith('^') && !hasTopLevelChoice(source);
  const cost = count(source);
  return (
    cost !== undefined &&
    cost.loops + (isAnchored ? 0 : 1) <= MOST_LOOPS &&
    cost.choices <= MOST_CHOICES
  );
}

interface Group {
  /** Whether it holds a loop or a choice. */
  varies: boolean;
}

/** Undefined where a loop is around something that varies. */
function count(source: string): { loops: number; choices: number } | undefined {
  let loops = 0;
  let choices = 0;
  const open: Group[] = [{ varies: false }];
  let last: Group | undefined;
  for (const token of source.matchAll(TOKEN)) {
    const [text] = token;
    const group = open.at(-1);
    if (!group) return undefined;
    if (text.startsWith('(')) {
      open.push({ varies: false });
    } else if (text === ')') {
      last = open.pop();
      const outer = open.at(-1);
      if (outer && last?.varies) outer.varies = true;
    } else if (text === '|') {
      group.varies = true;
      if (open.length > 1) choices++;
    } else if (QUANTIFIER.test(text)) {
      const kind = kindOf(text);
      if (last?.varies && kind !== 'optional') return undefined;
      if (kind === 'loop') loops++;
      if (kind === 'optional') choices++;
      if (kind === 'large') return undefined;
      if (kind !== 'fixed') group.varies = true;
      last = undefined;
    } else {
      last = undefined;
    }
  }
  return { loops, choices };
}

/** An escape, a class, the start of a group, a quantifier, or one character. */
const TOKEN =
  /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<[\w$]+>|<?[=!]|:))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/g;
const QUANTIFIER = /^(?:[*+?]\??|\{\d+(?:,\d*)?\}\??)$/;

function kindOf(text: string): 'loop' | 'optional' | 'fixed' | 'large' {
  const [, least = '', comma, most] = /^\{(\d+)(?:(,)(\d*))?/.exec(text) ?? [];
  if (least === '') return text.startsWith('?') ? 'optional' : 'loop';
  if (Number(least) > LARGEST_COUNT || Number(most ?? 0) > LARGEST_COUNT) return 'large';
  return comma === undefined || least === most ? 'fixed' : 'loop';
}

function hasTopLevelChoice(source: string): boolean {
  let depth = 0;
  for (const [text] of source.matchAll(TOKEN)) {
    if (text.startsWith('(')) depth++;
    else if (text === ')') depth--;
    else if (text === '|' && depth === 0) return true;
  }
  return false;
}
