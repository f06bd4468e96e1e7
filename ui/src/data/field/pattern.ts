/** Patterns as stored: `/expression/flags`, or plain text. */
import { compilePattern, patternProblem } from '../pattern';

const DELIMITED = /^\/(.*)\/([a-z]*)$/s;
const MOST_KEPT = 500;
const kept = new Map<string, RegExp>();

/**
 * Plain text has to match as a whole; a broken expression matches nothing. `all` finds every match,
 * not the first.
 */
export function patternOf(text: string, { all = false } = {}): RegExp {
  const key = `${all ? 'g' : ''}:${text}`;
  let pattern = kept.get(key);
  if (!pattern) {
    pattern = compiled(text, all);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

function compiled(text: string, all: boolean): RegExp {
  const match = DELIMITED.exec(text);
  const g = all ? 'g' : '';
  try {
    return match
      ? compilePattern(match[1] ?? '', (match[2] ?? '').replace(/[^imsuy]/g, '') + g)
      : compilePattern(`^${text}$`, g);
  } catch {
    return /(?!)/;
  }
}

/** The same, but throws for an expression that no engine here can run. */
export function usablePattern(text: string, options: { all?: boolean } = {}): RegExp {
  const pattern = patternOf(text, options);
  const problem = patternProblem(pattern);
  if (problem) throw new Error(problem);
  return pattern;
}

/** Why a stored expression cannot be used, in one sentence. */
export const storedPatternProblem = (text: string): string | undefined =>
  patternProblem(patternOf(text));
