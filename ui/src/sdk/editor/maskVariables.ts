/**
 * Dashboard variables are no PromQL or LogQL: for parsing, each gives way to text of its length
 * that is.
 */

const VARIABLE = /\$\{\w+(?:[.:][^}]*)?\}|\$\w+|\[\[\w+(?::\w+)?\]\]/g;

/**
 * Of the same length as `expr`, so that positions stay true. Variables in strings are left alone.
 */
export function maskVariables(expr: string): string {
  const strings = stringRanges(expr);
  return expr.replace(VARIABLE, (found, offset: number) => {
    if (strings.some(([from, to]) => offset > from && offset < to)) return found;
    return isDuration(expr, offset) ? `${'1'.repeat(found.length - 1)}s` : 'v'.repeat(found.length);
  });
}

/** After `[`, `:` or `offset` only a duration can stand. */
function isDuration(expr: string, offset: number): boolean {
  return /(?:\[|:|\boffset)\s*$/.test(expr.slice(0, offset));
}

function stringRanges(expr: string): [number, number][] {
  const ranges: [number, number][] = [];
  for (const match of expr.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/g))
    ranges.push([match.index, match.index + match[0].length - 1]);
  return ranges;
}
