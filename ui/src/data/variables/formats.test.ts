/** The formats of variables: all that dashboards may name, and what they write. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { formatVariable, variableFormats } from './formats';

const { VariableFormatID } = createRequire(import.meta.url)(
  '@grafana/schema',
) as typeof import('@grafana/schema');

const WRITTEN: Record<string, [one: string, several: string]> = {
  csv: ["a/'b", "a/'b,c"],
  customqueryparam: ['n=a%2F%27b', 'n=a%2F%27b&n=c'],
  distributed: ["a/'b", "a/'b,n=c"],
  doublequote: ['"a/\'b"', '"a/\'b","c"'],
  glob: ["a/'b", "{a/'b,c}"],
  html: ['a/&#39;b', 'a/&#39;b, c'],
  join: ["a/'b", "a/'b,c"],
  json: ["a/'b", '["a/\'b","c"]'],
  lucene: ["a\\/'b", '("a\\/\'b" OR "c")'],
  percentencode: ['a%2F%27b', '%7Ba%2F%27b%2Cc%7D'],
  pipe: ["a/'b", "a/'b|c"],
  queryparam: ['var-n=a%2F%27b', 'var-n=a%2F%27b&var-n=c'],
  raw: ["a/'b", "a/'b,c"],
  regex: ["a\\/'b", "(a\\/'b|c)"],
  singlequote: ["'a/\\'b'", "'a/\\'b','c'"],
  sqlstring: ["'a/''b'", "'a/''b','c'"],
  text: ["a/'b", "a/'b + c"],
  uriencode: ['a/%27b', '%7Ba/%27b,c%7D'],
};

test('every format of the public package is known, and each is tested', () => {
  const theirs = Object.values(VariableFormatID).map(String);
  expect(theirs.filter((id) => !variableFormats.includes(id))).toEqual([]);
  expect([...Object.keys(WRITTEN), 'date'].sort()).toEqual([...variableFormats].sort());
});

test.each(Object.entries(WRITTEN))(
  '%s writes one value and several as users know',
  (id, [one, several]) => {
    expect(formatVariable("a/'b", id, { name: 'n' })).toBe(one);
    expect(formatVariable(["a/'b", 'c'], id, { name: 'n' })).toBe(several);
  },
);

test('one selected value of several has no braces and no brackets around it, but in JSON', () => {
  expect(['glob', 'regex', 'csv'].map((id) => formatVariable(['a'], id, { name: 'n' }))).toEqual([
    'a',
    'a',
    'a',
  ]);
  expect(formatVariable(['a'], 'json', { name: 'n' })).toBe('["a"]');
});
