import { expect, test } from 'vitest';
import {
  begun,
  linkedMatcher,
  matcherProblem,
  matcherText,
  matchesEverything,
  ofSilence,
  OPERATORS,
  readMatchers,
  takes,
  toSilence,
  type Operator,
} from './matchers';

test('a link in a message names a label and its value as they are', () => {
  expect(linkedMatcher('team=web')).toEqual({ name: 'team', operator: '=', value: 'web' });
  expect(linkedMatcher('url=https://example.org/?a=b')).toEqual({
    name: 'url',
    operator: '=',
    value: 'https://example.org/?a=b',
  });
  expect(linkedMatcher('summary=two\nlines, "quoted"')).toEqual({
    name: 'summary',
    operator: '=',
    value: 'two\nlines, "quoted"',
  });
  expect(linkedMatcher('severity=~warning|critical')).toEqual({
    name: 'severity',
    operator: '=~',
    value: 'warning|critical',
  });
  expect(linkedMatcher('team=')).toEqual({ name: 'team', operator: '=', value: '' });
  expect(linkedMatcher('no matcher')).toBeUndefined();
});

test('what is written for the server is read back', () => {
  const values = ['web', '', 'with "quotes" and \\ and\nlines', 'a, b} {c', '.*\\d+'];
  for (const operator of OPERATORS)
    for (const name of ['team', 'der Name', 'a"b'])
      for (const value of values)
        expect(readMatchers(matcherText({ name, operator, value }))).toEqual([
          { name, operator, value },
        ]);
});

test('several matchers stand in one text, with braces or without', () => {
  const expected = [
    { name: 'a', operator: '=', value: 'b' },
    { name: 'c', operator: '!~', value: 'd.*' },
  ];
  expect(readMatchers('{a="b", c!~"d.*"}')).toEqual(expected);
  expect(readMatchers('a=b, c!~d.*')).toEqual(expected);
  expect(readMatchers('a="b')).toBeUndefined();
});

test('silences keep their matchers in a shape of their own', () => {
  for (const operator of OPERATORS)
    expect(ofSilence(toSilence({ name: 'a', operator, value: 'b' }))).toEqual({
      name: 'a',
      operator,
      value: 'b',
    });
  expect(ofSilence({ name: 'a', value: 'b', isRegex: false }).operator).toBe('=');
});

test('empty rows of a form do not count, nameless values are told', () => {
  expect(
    begun([
      { name: ' team ', operator: '=', value: 'web' },
      { name: '', operator: '=', value: '' },
    ]),
  ).toEqual([{ name: 'team', operator: '=', value: 'web' }]);
  expect(matcherProblem([{ name: '', operator: '=', value: 'web' }])).toContain('web');
});

test('values are taken whole, over all of their lines, and by no expression that is none', () => {
  const asks = (operator: Operator, value: string) =>
    ['web', 'web 2', 'web\n2', ''].filter((text) => takes({ name: 'a', operator, value }, text));
  expect(asks('=', 'web')).toEqual(['web']);
  expect(asks('!=', 'web')).toEqual(['web 2', 'web\n2', '']);
  expect(asks('=~', 'web.*')).toEqual(['web', 'web 2', 'web\n2']);
  expect(asks('!~', 'web.*')).toEqual(['']);
  expect([...asks('=~', '('), ...asks('!~', '(')]).toEqual([]);
});

test('matchers that hold without any label are noticed', () => {
  expect(matchesEverything([{ name: 'a', operator: '=~', value: '.*' }])).toBe(true);
  expect(matchesEverything([{ name: 'a', operator: '!=', value: 'x' }])).toBe(true);
  expect(
    matchesEverything([
      { name: 'a', operator: '!=', value: 'x' },
      { name: 'b', operator: '=', value: 'y' },
    ]),
  ).toBe(false);
  expect(matchesEverything([{ name: 'a', operator: '=~', value: '.+' }])).toBe(false);
});
