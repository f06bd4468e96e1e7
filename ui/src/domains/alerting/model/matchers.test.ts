import { expect, test } from 'vitest';
import {
  nonEmpty,
  linkedMatcher,
  matcherProblem,
  matcherText,
  matchesEverything,
  ofSilence,
  OPERATORS,
  readMatchers,
  matchesValue,
  toSilence,
  type Operator,
} from './matchers';

test('a link in a notification contains a label and its literal value', () => {
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

test('matchers in the notation of the server are read back unchanged', () => {
  const values = ['web', '', 'with "quotes" and \\ and\nlines', 'a, b} {c', '.*\\d+'];
  for (const operator of OPERATORS)
    for (const name of ['team', 'der Name', 'a"b'])
      for (const value of values)
        expect(readMatchers(matcherText({ name, operator, value }))).toEqual([
          { name, operator, value },
        ]);
});

test('one text can contain several matchers, with or without braces', () => {
  const expected = [
    { name: 'a', operator: '=', value: 'b' },
    { name: 'c', operator: '!~', value: 'd.*' },
  ];
  expect(readMatchers('{a="b", c!~"d.*"}')).toEqual(expected);
  expect(readMatchers('a=b, c!~d.*')).toEqual(expected);
  expect(readMatchers('a="b')).toBeUndefined();
});

test('matchers are converted to the format of silences and back', () => {
  for (const operator of OPERATORS)
    expect(ofSilence(toSilence({ name: 'a', operator, value: 'b' }))).toEqual({
      name: 'a',
      operator,
      value: 'b',
    });
  expect(ofSilence({ name: 'a', value: 'b', isRegex: false }).operator).toBe('=');
});

test('empty rows are ignored, and a value without a label is a problem', () => {
  expect(
    nonEmpty([
      { name: ' team ', operator: '=', value: 'web' },
      { name: '', operator: '=', value: '' },
    ]),
  ).toEqual([{ name: 'team', operator: '=', value: 'web' }]);
  expect(matcherProblem([{ name: '', operator: '=', value: 'web' }])).toContain('web');
});

test('expressions match whole values with all lines, and invalid ones match nothing', () => {
  const matching = (operator: Operator, value: string) =>
    ['web', 'web 2', 'web\n2', ''].filter((text) =>
      matchesValue({ name: 'a', operator, value }, text),
    );
  expect(matching('=', 'web')).toEqual(['web']);
  expect(matching('!=', 'web')).toEqual(['web 2', 'web\n2', '']);
  expect(matching('=~', 'web.*')).toEqual(['web', 'web 2', 'web\n2']);
  expect(matching('!~', 'web.*')).toEqual(['']);
  expect([...matching('=~', '('), ...matching('!~', '(')]).toEqual([]);
});

test('matchers that match alerts without labels are recognized', () => {
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
