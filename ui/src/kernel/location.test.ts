import { beforeEach, describe, expect, test } from 'vitest';
import { patchedSearch, safeRedirect, setQuery } from './location';

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void };
  }
}

beforeEach(() => {
  window.happyDOM.setURL('https://vedette.test/login');
});

describe('after sign-in people land only on this server', () => {
  test.each(['/', '/d/abc/node?var-host=a%20b&from=now-6h', '/dashboards/f/x', '/d/a#panel-2', '/d/a?var-url=https%3A%2F%2Fexample.org'])(
    '%s is followed',
    (wanted) => expect(safeRedirect(wanted)).toBe(wanted),
  );

  test.each([
    '',
    'd/abc',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/\\/evil.test',
    '/%2fevil.test',
    '/%2Fevil.test',
    '/%5cevil.test',
    '%2f%2fevil.test',
    'https://evil.test',
    'https:evil.test',
    'https:/evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    ' //evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/%09/evil.test',
    '/%0d%0aSet-Cookie:x',
    '/\u0000/evil.test',
    '@evil.test',
    'vedette.test@evil.test',
    '/%',
    `/${'a'.repeat(2001)}`,
  ])('%j is refused', (wanted) => expect(safeRedirect(wanted)).toBe('/'));

  test('the sign-in page itself is no destination, so nobody is sent in a circle', () => {
    expect(safeRedirect('/login')).toBe('/');
    expect(safeRedirect('/login?redirectTo=/d/a')).toBe('/');
    expect(safeRedirect('/login-help')).toBe('/login-help');
  });

  test('a missing wish leads home', () => {
    expect(safeRedirect(null)).toBe('/');
    expect(safeRedirect(undefined)).toBe('/');
  });
});

describe('the URL as state', () => {
  test('a change keeps every other parameter', () => {
    expect(patchedSearch('?from=now-6h&var-host=a&var-host=b', { to: 'now' })).toBe('from=now-6h&var-host=a&var-host=b&to=now');
  });

  test('several values become repeated keys, an empty value removes the key', () => {
    expect(patchedSearch('?tag=x&query=cpu', { tag: ['a', 'b'], query: '' })).toBe('tag=a&tag=b');
    expect(patchedSearch('?tag=x', { tag: null })).toBe('');
  });

  test('writing what is already there adds no history entry', () => {
    window.happyDOM.setURL('https://vedette.test/dashboards?tag=a');
    const before = history.length;
    setQuery({ tag: 'a' });
    expect(history.length).toBe(before);
    setQuery({ tag: 'b' });
    expect(window.location.search).toBe('?tag=b');
  });
});
