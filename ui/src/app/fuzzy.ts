/**
 * Fuzzy matching of the command palette: every word must occur in a label, its letters in order.
 * Pure.
 */

export interface FuzzyMatch {
  /** Higher is better: letters that are adjacent or start a word count more. */
  score: number;
  /** Places of the matched letters in the label. */
  places: ReadonlySet<number>;
}

const ADJACENT = 5;
const WORD_START = 8;
const WHOLE_WORD = 30;

/** Undefined where a word does not occur. No words match everything. */
export function fuzzyMatch(label: string, words: readonly string[]): FuzzyMatch | undefined {
  const text = label.toLowerCase();
  const places = new Set<number>();
  let score = -label.length / 100;
  for (const word of words) {
    const found = matchWord(label, text, word.toLowerCase());
    if (!found) return undefined;
    score += found.score;
    for (const place of found.places) places.add(place);
  }
  return { score, places };
}

function matchWord(label: string, text: string, word: string): FuzzyMatch | undefined {
  const at = substringAt(label, text, word);
  if (at >= 0) {
    const score =
      WHOLE_WORD + ADJACENT * word.length + (startsWord(label, at) ? WORD_START : 0) - at / 50;
    return { score, places: new Set([...word].map((_, index) => at + index)) };
  }
  const places = lettersInOrder(label, text, word);
  if (!places) return undefined;
  let score = 0;
  places.forEach((place, index) => {
    if (place === (places[index - 1] ?? -2) + 1) score += ADJACENT;
    else if (startsWord(label, place)) score += WORD_START;
    else score -= 1;
  });
  // Letters that are scattered over a long label are no match that a user would expect.
  return score > 0 ? { score, places: new Set(places) } : undefined;
}

/** Where the word occurs; rather at the start of a word than inside one. */
function substringAt(label: string, text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (startsWord(label, at)) return at;
  }
  return text.indexOf(word);
}

/**
 * Each letter at the next start of a word that has it, as long as the rest still fits; else at its
 * next place.
 */
function lettersInOrder(label: string, text: string, word: string): number[] | undefined {
  const places: number[] = [];
  let from = 0;
  for (let index = 0; index < word.length; index += 1) {
    const letter = word[index] ?? '';
    const next = text.indexOf(letter, from);
    if (next < 0) return undefined;
    const start = nextStart(label, text, letter, from);
    const place =
      next !== from && start >= 0 && isInOrder(text, word.slice(index + 1), start + 1)
        ? start
        : next;
    places.push(place);
    from = place + 1;
  }
  return places;
}

function nextStart(label: string, text: string, letter: string, from: number): number {
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (startsWord(label, at)) return at;
  }
  return -1;
}

function isInOrder(text: string, letters: string, from: number): boolean {
  let at = from;
  for (const letter of letters) {
    const next = text.indexOf(letter, at);
    if (next < 0) return false;
    at = next + 1;
  }
  return true;
}

function startsWord(label: string, at: number): boolean {
  const before = label[at - 1];
  if (before === undefined || !/[\p{L}\p{N}]/u.test(before)) return true;
  return /\p{Lu}/u.test(label[at] ?? '') && /\p{Ll}/u.test(before);
}

/** The items whose label matches, best first; items of equal rank keep their order. */
export function fuzzyFilter<Item>(
  items: readonly Item[],
  words: readonly string[],
  labelOf: (item: Item) => string,
): Item[] {
  if (words.length === 0) return [...items];
  return items
    .flatMap((item) => {
      const match = fuzzyMatch(labelOf(item), words);
      return match ? [{ item, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** The label in parts that match the words and parts that do not. */
export function splitMatches(
  label: string,
  words: readonly string[],
): { text: string; hit: boolean }[] {
  const places = fuzzyMatch(label, words)?.places;
  if (!places || places.size === 0) return label === '' ? [] : [{ text: label, hit: false }];
  const parts: { text: string; hit: boolean }[] = [];
  for (let at = 0; at < label.length; at += 1) {
    const hit = places.has(at);
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += label[at] ?? '';
    else parts.push({ text: label[at] ?? '', hit });
  }
  return parts;
}
