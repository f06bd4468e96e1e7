/** Times written in a known pattern: `DD.MM.YYYY HH:mm`. */
import { instantOf } from './zone';

const PIECES: Record<
  string,
  readonly [
    part:
      | 'year'
      | 'month'
      | 'day'
      | 'hour'
      | 'minute'
      | 'second'
      | 'ms'
      | 'instant'
      | 'seconds'
      | 'half'
      | 'name',
    expression: string,
  ]
> = {
  YYYY: ['year', '(\\d{4})'],
  MMMM: ['name', '([a-z]+)'],
  MMM: ['name', '([a-z]{3})[a-z]*'],
  MM: ['month', '(\\d{1,2})'],
  M: ['month', '(\\d{1,2})'],
  DD: ['day', '(\\d{1,2})'],
  D: ['day', '(\\d{1,2})'],
  HH: ['hour', '(\\d{1,2})'],
  H: ['hour', '(\\d{1,2})'],
  hh: ['hour', '(\\d{1,2})'],
  h: ['hour', '(\\d{1,2})'],
  mm: ['minute', '(\\d{1,2})'],
  m: ['minute', '(\\d{1,2})'],
  ss: ['second', '(\\d{1,2})'],
  s: ['second', '(\\d{1,2})'],
  SSS: ['ms', '(\\d{1,3})\\d*'],
  X: ['seconds', '(\\d+(?:\\.\\d+)?)'],
  x: ['instant', '(-?\\d+)'],
  A: ['half', '([ap]m)'],
  a: ['half', '([ap]m)'],
};
const LONGEST_TEXT = 200;
const TOKEN = /YYYY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|ss|s|SSS|X|x|A|a/g;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Milliseconds, or `undefined` where the text is not written in the pattern. */
export function parsePattern(text: string, pattern: string, timeZone: string): number | undefined {
  const parts: string[] = [];
  let expression = '';
  let position = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    const [part, piece] = PIECES[match[0]] ?? ['year', ''];
    expression += literal(pattern.slice(position, match.index)) + piece;
    parts.push(part);
    position = match.index + match[0].length;
  }
  // Each part once: pieces that repeat could share the digits of a long text in too many ways.
  if (new Set(parts).size < parts.length || text.length > LONGEST_TEXT) return undefined;
  const found = new RegExp(`^\\s*${expression}${literal(pattern.slice(position))}`, 'i').exec(text);
  if (!found) return undefined;
  const value = (part: string): string | undefined => found[parts.indexOf(part) + 1 || Infinity];
  const number = (part: string, fallback: number): number => Number(value(part) ?? fallback);
  if (value('instant') !== undefined) return number('instant', 0);
  if (value('seconds') !== undefined) return number('seconds', 0) * 1000;
  const named = MONTHS.indexOf((value('name') ?? '').slice(0, 3).toLowerCase()) + 1;
  const half = value('half')?.toLowerCase();
  const hour = half ? (number('hour', 0) % 12) + (half === 'pm' ? 12 : 0) : number('hour', 0);
  return instantOf(
    timeZone,
    number('year', new Date().getUTCFullYear()),
    named || number('month', 1),
    number('day', 1),
    hour,
    number('minute', 0),
    number('second', 0),
    number('ms', 0),
  );
}

const literal = (text: string): string => text.replace(/[\\^$*+?.()|[\]{}/]/g, '\\$&');
