export interface WordChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Longer texts are replaced as a whole: the table of the comparison grows with the square. */
const MOST_WORDS = 1000;

/** What to remove from and add to one text, in words, to get the other. */
export function wordChanges(from: string, to: string): WordChange[] {
  const [a, b] = [from, to].map(
    (text) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [],
  );
  if (!a || !b || a.length > MOST_WORDS || b.length > MOST_WORDS)
    return joined([
      { kind: 'removed', text: from },
      { kind: 'added', text: to },
    ]);
  const width = b.length + 1;
  // Cell (i, j): the longest common run of words of a[i..] and b[j..].
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: WordChange[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [word, other] = [a[i], b[j]];
    if (word !== undefined && word === other) {
      changes.push({ kind: 'same', text: word });
      i += 1;
      j += 1;
    } else if (word !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'removed', text: word });
      i += 1;
    } else {
      changes.push({ kind: 'added', text: other ?? '' });
      j += 1;
    }
  }
  return joined(changes);
}

function joined(changes: readonly WordChange[]): WordChange[] {
  const out: WordChange[] = [];
  for (const change of changes) {
    const last = out.at(-1);
    if (change.text === '') continue;
    if (last?.kind === change.kind) last.text += change.text;
    else out.push({ ...change });
  }
  return out;
}
