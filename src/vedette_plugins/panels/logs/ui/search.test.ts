import { describe, expect, it } from 'vitest';
import { highlight, withFound } from './highlight';
import { expressionOf, NO_SEARCH, rangesIn, type Search } from './search';

function found(search: Partial<Search>, ...texts: string[]) {
  const expression = expressionOf({ ...NO_SEARCH, ...search });
  if (typeof expression === 'string') throw new Error(expression);
  return rangesIn(texts, expression).map((ranges, index) =>
    ranges?.map(({ from, to }) => texts[index]?.slice(from, to)),
  );
}

describe('a search', () => {
  it('finds a text whatever its case, or exactly', () => {
    expect(found({ text: 'Gate' }, 'gate GATE', 'none')).toEqual([['gate', 'GATE'], undefined]);
    expect(found({ text: 'Gate', isCaseSensitive: true }, 'gate Gate')).toEqual([['Gate']]);
  });

  it('takes a text as it is written', () => {
    expect(found({ text: 'a.b(c)[d]\\*/' }, 'a.b(c)[d]\\*/', 'axb')).toEqual([
      ['a.b(c)[d]\\*/'],
      undefined,
    ]);
  });

  it('finds expressions, and nothing where they match nothing at all', () => {
    expect(found({ text: '\\d+ms', isRegex: true }, 'took 12ms and 3ms')).toEqual([
      ['12ms', '3ms'],
    ]);
    expect(found({ text: 'x*', isRegex: true }, 'aaa')).toEqual([undefined]);
  });

  it('says why an expression is none', () => {
    expect(expressionOf({ ...NO_SEARCH, text: '(', isRegex: true })).toMatch(/unterminated group/i);
  });

  it('marks no more places in a line than anybody can look at', () => {
    expect(found({ text: 'a' }, 'a'.repeat(1000))[0]).toHaveLength(200);
  });
});

describe('what was found in a line', () => {
  it('stands out of whatever it is in, and nothing of the line is lost', () => {
    const text = 'took 12ms for "a b" here';
    const parts = withFound(highlight(text, ['here']), [
      { from: 3, to: 7 },
      { from: 15, to: 22 },
    ]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual([
      'k ',
      '12',
      'a b"',
      ' ',
      'he',
    ]);
  });
});
