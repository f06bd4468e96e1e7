/** Two texts compared word by word. */
import { entry } from './identity';

export interface TextPart {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** Above this many words on a side, the texts are shown as a whole. */
const MOST_WORDS = 2000;

export function wordDiff(from: string, to: string): TextPart[] {
  const [a, b] = [words(from), words(to)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end += 1;
  const middle = compared(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const parts: TextPart[] = [
    { text: a.slice(0, start).join(''), kind: 'same' },
    ...middle,
    { text: end > 0 ? a.slice(-end).join('') : '', kind: 'same' },
  ];
  return joined(parts.filter(({ text }) => text !== ''));
}

const words = (text: string): string[] => text.match(/[\w.$-]+|\s+|[^\w\s]/g) ?? [];

function compared(a: readonly string[], b: readonly string[]): TextPart[] {
  if (a.length > MOST_WORDS || b.length > MOST_WORDS || a.length === 0 || b.length === 0)
    return [
      { text: a.join(''), kind: 'removed' },
      { text: b.join(''), kind: 'added' },
    ];
  // Lengths of the longest common run of words from each pair of positions on.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const length = (i: number, j: number): number => entry(entry(common, i), j);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      entry(common, i)[j] =
        a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  const parts: TextPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ text: entry(a, i), kind: 'same' });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || length(i + 1, j) >= length(i, j + 1))) {
      parts.push({ text: entry(a, i++), kind: 'removed' });
    } else parts.push({ text: entry(b, j++), kind: 'added' });
  }
  return parts;
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
