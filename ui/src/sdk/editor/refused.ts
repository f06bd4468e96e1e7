/** Where a server's error says that a query is wrong. */
import { useMemo, useRef } from 'react';
import type { CodeEditorProps } from './props';

export type QueryProblem = NonNullable<CodeEditorProps['problem']>;

const PLACES = [
  /\b(\d+):(\d+): parse error:? ?(.*)/s,
  /parse error at line (\d+), col(?:umn)? (\d+):? ?(.*)/s,
];
const VARIABLE = /\$\{?\w|\[\[\w/;

/**
 * The place that an error of a PromQL or LogQL server names by line and column, counted from 1.
 * Variables before it have other lengths on the server, so the whole line is marked then. Undefined
 * where the error names no place.
 */
export function refusedPlace(text: string, error: string): QueryProblem | undefined {
  const found = PLACES.map((pattern) => pattern.exec(error)).find(Boolean);
  if (!found) return undefined;
  const [, row = '1', column = '1', reason = ''] = found;
  const lines = text.split('\n');
  const line = lines[Number(row) - 1];
  if (line === undefined) return undefined;
  const start = lines.slice(0, Number(row) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const message = reason || error;
  if (VARIABLE.test(line)) return { from: start, to: start + line.length, message };
  const at = Math.min(Number(column) - 1, Math.max(0, line.length - 1));
  const word = /^(?:[\w:.]+|.)/.exec(line.slice(at))?.[0] ?? '';
  return { from: start + at, to: start + at + word.length, message };
}

/** The place of `error` in `text`, as long as the text is the one that was refused. */
export function useRefusedPlace(text: string, error: string | undefined): QueryProblem | undefined {
  const refused = useRef({ error, text });
  if (refused.current.error !== error) refused.current = { error, text };
  const isSame = refused.current.text === text;
  return useMemo(
    () => (error && isSame ? refusedPlace(text, error) : undefined),
    [error, isSame, text],
  );
}
