/** Splits a line into parts worth telling apart: what was searched for, quoted text, numbers. */
import type { Frame } from '@vedette/sdk';
import type { Range } from './search';

export interface Part {
  kind: 'plain' | 'match' | 'string' | 'number';
  text: string;
  /** Found by the search within the panel. */
  isFound?: boolean;
}

/** Beyond this many characters a line stays plain. */
const MOST = 4000;
const TOKENS = String.raw`"(?:[^"\\]|\\.){0,400}"|(?<![\w.-])-?\d+(?:\.\d+)?(?:ns|µs|us|ms|s|m|h|d|[kKMGT]i?B|B|%)?(?![\w.-])`;

export function highlight(text: string, searched: readonly string[]): Part[] {
  const words = searched.filter(Boolean).map(escaped);
  const pattern = new RegExp(words.length ? `(${words.join('|')})|${TOKENS}` : `()${TOKENS}`, 'g');
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.slice(0, MOST).matchAll(pattern)) {
    const [token, searchedFor] = match;
    if (!token) continue;
    if (match.index > at) parts.push({ kind: 'plain', text: text.slice(at, match.index) });
    const kind = searchedFor ? 'match' : token.startsWith('"') ? 'string' : 'number';
    parts.push({ kind, text: token });
    at = match.index + token.length;
  }
  if (at < text.length) parts.push({ kind: 'plain', text: text.slice(at) });
  return parts;
}

/** The same parts, cut where something was found. `ranges` are in order and do not overlap. */
export function withFound(parts: readonly Part[], ranges: readonly Range[]): Part[] {
  const cut: Part[] = [];
  let at = 0;
  let next = 0;
  for (const { kind, text } of parts) {
    const end = at + text.length;
    let from = at;
    while (from < end) {
      while ((ranges[next]?.to ?? Infinity) <= from) next += 1;
      const range = ranges[next];
      const isFound = range !== undefined && range.from <= from;
      const to = Math.min(end, (isFound ? range.to : range?.from) ?? end);
      cut.push({ kind, text: text.slice(from - at, to - at), ...(isFound ? { isFound } : {}) });
      from = to;
    }
    at = end;
  }
  return cut;
}

const LINE_FILTER = /\|=\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g;

/**
 * The words a query looked for: given by the source, or read from the line filters of the query
 * that ran.
 */
export function searchedWords(frames: readonly Frame[]): string[] {
  const words = new Set<string>();
  for (const { meta } of frames) {
    const given = meta?.custom?.searchWords;
    if (Array.isArray(given))
      for (const word of given) if (typeof word === 'string') words.add(word);
    for (const [, quoted, raw] of (meta?.executedQueryString ?? '').matchAll(LINE_FILTER)) {
      words.add(raw ?? quoted?.replace(/\\(.)/g, '$1') ?? '');
    }
  }
  return [...words];
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
