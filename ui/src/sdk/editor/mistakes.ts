/** What a grammar does not take, for the marks in a query editor. */
import type { Diagnostic } from '@codemirror/lint';
import type { Parser } from '@lezer/common';

/**
 * The first place that is not of the language; what follows is often only its echo. `masked` is
 * `text` with its variables replaced by something of the same length that the grammar takes.
 */
export function firstMistake(
  parser: Parser,
  language: string,
  text: string,
  masked: string,
): Diagnostic[] {
  let found: Diagnostic | undefined;
  parser.parse(masked).iterate({
    enter: ({ type, from, to }) => {
      if (found || !type.isError) return;
      const at = Math.min(from, text.length - 1);
      const part = text.slice(from, to);
      const message = part
        ? `Unexpected ${JSON.stringify(part)} in ${language}.`
        : 'The expression is incomplete.';
      found = { from: at, to: Math.max(to, at + 1), severity: 'error', message };
    },
  });
  return found ? [found] : [];
}
