// @vitest-environment node
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { compilePattern, loadPatternEngine, patternProblem } from '.';
import { isCheap } from './cost';

/** Patterns known to take exponential or high polynomial time where an engine backtracks. */
const CATASTROPHES = [
  '^(a+)+$',
  '(a+)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '([a-zA-Z]+)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){20}$',
  '(x+x+)+y',
  '^(a?){50}a{50}$',
  '(a*)*b',
  '((a*)*)*c',
  '(.*)*!',
  '(?:a|a|a|a)*z',
  '^(a|b|ab)*c$',
  '(aa*)*(aa*)*(aa*)*d',
  '([^"]|\\\\.)*"$',
  '(a+){2,}$',
  '(a{1,9}){1,9}b',
  '(?:a+)+?b',
  '^(?<x>a+)+$',
  'a*a*a*a*a*a*b',
  '.*.*.*=.*',
  '(.+)+\\d',
  '(?:(?:a+)b?)+c',
  '^(\\w+\\s?)*$',
  '(a|b|c|a)+\\d',
  '\\s*\\s*\\s*\\s*;',
  '([a-z]{1,90}){1,90}!',
  '(a+a+){3}!',
  'a?a?a?a?a?a?a?a?a?a?!',
];

describe('T55: a pattern of a dashboard does not freeze the page', () => {
  test.each(CATASTROPHES)('%s is not left to an engine that backtracks', (source) => {
    expect(isCheap(source)).toBe(false);
  });

  test.each(CATASTROPHES)('%s takes no time', async (source) => {
    await loadPatternEngine();
    const pattern = compilePattern(source);
    const text = `${'a'.repeat(5000)}!`;
    const started = process.cpuUsage().user;
    pattern.test(text);
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(2000);
  });

  test('simple patterns run natively, up to a length', () => {
    for (const source of [
      'error',
      '^cpu.*$',
      'a|b|c',
      '\\d+',
      '^(\\w+) (\\w+)$',
      '.*foo',
      '(?:up|down)',
      '^a{3}$',
      'x?y',
      '(?=a)b',
      '[(+*]+',
    ])
      expect([source, isCheap(source)]).toEqual([source, true]);
  });

  test('a long text goes to the linear engine, whatever the pattern', async () => {
    await loadPatternEngine();
    expect(compilePattern('a*b').test('a'.repeat(200_000))).toBe(false);
    expect(compilePattern('a*b').test(`${'a'.repeat(200_000)}b`)).toBe(true);
  });
});

describe('the linear engine finds what the browser finds', () => {
  beforeAll(() => loadPatternEngine());
  const CASES: [source: string, flags: string, text: string][] = [
    ['(\\w+\\.)+(\\w+)', '', 'see www.example.org now'],
    ['(?<host>(?:[a-z]+\\.)+[a-z]+):(?<port>\\d+)', 'g', 'a.b:1 and c.d.e:22'],
    ['^(?:a|b)+$', '', 'ab'],
    ['(a+|b)+x?', 'i', 'AABx'],
    ['(?:[\\u00e4\\u00f6]+\\s)+', '', 'xä ö '],
    ['(?:x*)*', 'g', 'axxb'],
    ['^(a+)+$', 'm', 'b\naa\nc'],
    ['(.+\\n)+c', 's', 'a\nb\nc'],
    ['(?:\\/+[a-z]+)+', '', 'https://a/b/c'],
    ['(?:😀+)+b', 'u', 'a😀😀b'],
  ];

  test.each(CASES)('%s with the flags "%s" in %j', (source, flags, text) => {
    expect(isCheap(source)).toBe(false);
    const [own, native] = [compilePattern(source, flags), new RegExp(source, flags)];
    expect(own.test(text)).toBe(native.test(text));
    own.lastIndex = native.lastIndex = 0;
    expect(text.replace(own, '[$&|$1]')).toBe(text.replace(native, '[$&|$1]'));
    const shown = (match: RegExpExecArray | null) =>
      match && [[...match], match.index, { ...match.groups }];
    expect(shown(own.exec(text))).toEqual(shown(native.exec(text)));
    if (!flags.includes('g')) return;
    own.lastIndex = native.lastIndex = 0;
    expect([...text.matchAll(own)].map(shown)).toEqual([...text.matchAll(native)].map(shown));
  });

  test('what it does not have is refused with a sentence, and matches nothing', () => {
    const pattern = compilePattern('(?=(a+))+\\1b');
    expect(pattern.test('aab')).toBe(false);
    expect(patternProblem(pattern)).toMatch(
      /^The regular expression .* cannot be used: .*backreference/,
    );
    expect(patternProblem(compilePattern('(?=a)ab'))).toBeUndefined();
  });

  test('what is no expression is an error, as is one that is too long', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
    expect(() => compilePattern('a'.repeat(1001))).toThrow(/longer than 1000/);
  });
});

test('an expression that needs the engine matches nothing until it is loaded, and then what waits hears of it', async () => {
  vi.resetModules();
  const fresh = await import('.');
  const pattern = fresh.compilePattern('^(a+)+$');
  const loaded = new Promise<void>((resolve) => fresh.onPatternEngine(resolve));
  expect([
    fresh.hasPatternEngine(),
    pattern.test('aaa'),
    fresh.compilePattern('^a+$').test('aaa'),
  ]).toEqual([false, false, true]);
  await loaded;
  expect([fresh.hasPatternEngine(), pattern.test('aaa')]).toEqual([true, true]);
  expect(fresh.preparePattern('^(a+)+$')).toBeUndefined();
});
