/** What a variable offers: from a written list, from a query's answer, in the wanted order. */
import { patternOf } from '../field/pattern';

export interface Option {
  text: string;
  value: string;
}

/** Commas separate, `\,` is a comma, `text : value` gives a value another text. */
export function customOptions(query: string): Option[] {
  const options: Option[] = [];
  for (const part of query.match(/(?:\\,|[^,])+/g) ?? []) {
    const item = part.replaceAll('\\,', ',').trim();
    if (item === '') continue;
    const pair = /^\s*(.+)\s:\s(.+)$/.exec(item);
    options.push(
      pair
        ? { text: (pair[1] ?? '').trim(), value: (pair[2] ?? '').trim() }
        : { text: item, value: item },
    );
  }
  return options;
}

/** `1m,10m,1h`; quotes around a step are dropped. */
export function intervalOptions(query: string): string[] {
  return (query.match(/(["'])(.*?)\1|[\w$]+/g) ?? []).map((step) =>
    step.replace(/^["']|["']$/g, ''),
  );
}

/**
 * What is left of a query's answer: where `regex` has groups `text` and `value`, they are what is
 * shown and used; where it has another group, that is both; otherwise it only filters. Values are
 * unique and sorted by mode 0..8.
 */
export function queryOptions(
  found: readonly (string | Partial<Option>)[],
  regex = '',
  sort = 0,
): Option[] {
  const pattern = regex ? globalPattern(regex) : undefined;
  const unique = new Map<string, Option>();
  for (const item of found) {
    const text = String(typeof item === 'string' ? item : (item.text ?? item.value ?? ''));
    const value = String(typeof item === 'string' ? item : (item.value ?? item.text ?? ''));
    for (const option of pattern ? matched(pattern, text, value) : [{ text, value }]) {
      if (!unique.has(option.value)) unique.set(option.value, option);
    }
  }
  return sortOptions([...unique.values()], sort);
}

function globalPattern(regex: string): RegExp {
  const delimited = regex.startsWith('/') ? regex : `/${regex}/`;
  return patternOf(delimited, { all: /\/[a-z]*g[a-z]*$/.test(delimited) });
}

function matched(pattern: RegExp, text: string, value: string): Option[] {
  const matches = pattern.global
    ? [...value.matchAll(pattern)]
    : [pattern.exec(value)].filter((match) => match !== null);
  const first = matches[0];
  if (!first) return [];
  if (first.groups && ('text' in first.groups || 'value' in first.groups)) return named(matches);
  if (first.length === 1) return [{ text, value }];
  const seen = new Map<string, Option>();
  for (const match of matches) {
    const group = match.slice(1).find((part) => part !== undefined && part !== '');
    if (group !== undefined) seen.set(group, { text: group, value: group });
  }
  return [...seen.values()];
}

/** `value` may be in one match and `text` in another of the same answer. */
function named(matches: readonly RegExpMatchArray[]): Option[] {
  const of = (group: 'text' | 'value'): (string | undefined)[] =>
    matches.map((match) => match.groups?.[group]).filter((part) => part !== undefined);
  const values = of('value');
  const texts = of('text');
  const count = Math.max(values.length, texts.length);
  return Array.from({ length: count }, (_, i) => {
    const value = values[i] ?? texts[i] ?? '';
    return { value, text: texts[i] ?? value };
  });
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * 0 off, 1/2 by letters, 3/4 by the first number in the text, 5/6 by letters whatever their case,
 * 7/8 natural; even is descending.
 */
export function sortOptions(options: readonly Option[], sort: number): Option[] {
  if (sort <= 0) return [...options];
  const kind = Math.ceil(sort / 2);
  const sorted = options.toSorted((a, b) => {
    if (kind === 2) return firstNumber(a.text) - firstNumber(b.text);
    if (kind === 3) return compare(a.text.toLowerCase(), b.text.toLowerCase());
    return kind === 4 ? natural.compare(a.text, b.text) : compare(a.text, b.text);
  });
  return sort % 2 === 0 ? sorted.reverse() : sorted;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function firstNumber(text: string): number {
  const match = /\d+/.exec(text);
  return match ? Number(match[0]) : -1;
}
