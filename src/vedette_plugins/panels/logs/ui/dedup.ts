/** Folds lines that follow each other and say the same into the first of them. */
import type { LogLine } from './lines';
import type { LogsOptions } from './options';

type Strategy = LogsOptions['dedupStrategy'];

const TIMESTAMP = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g;

const signatures: Record<Exclude<Strategy, 'none'>, (text: string) => string> = {
  exact: (text) => text.replace(TIMESTAMP, ''),
  numbers: (text) => text.replace(/\d/g, ''),
  signature: (text) => text.replace(/\w/g, ''),
};

export function deduplicate(lines: readonly LogLine[], strategy: Strategy): readonly LogLine[] {
  if (strategy === 'none') return lines;
  const sign = signatures[strategy];
  const kept: LogLine[] = [];
  let previous: string | undefined;
  for (const line of lines) {
    const signature = sign(line.text);
    const last = kept.at(-1);
    if (last && signature === previous) last.repeats += 1;
    else kept.push({ ...line });
    previous = signature;
  }
  return kept;
}
