import { expect, test } from 'vitest';
import { definedNames, EXAMPLE, lineSpan } from './model';

test('each name that a text defines is listed once', () => {
  expect(definedNames(EXAMPLE)).toEqual(['my.title', 'my.message']);
  expect(
    definedNames('{{- define `raw` }}{{ end }}{{define "a"}}{{end}}{{ define "a" }}{{end}}'),
  ).toEqual(['raw', 'a']);
});

test('the line of an error is found in the text', () => {
  const text = 'one\ntwo\nthree';
  expect(text.slice(...lineSpan(text, 2))).toBe('two');
  expect(text.slice(...lineSpan(text, 99))).toBe('three');
});
