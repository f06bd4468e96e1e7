// @vitest-environment happy-dom
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

/** T26, CVE-2025-6197, CVE-2025-4123: Redirects after login stay on this server. */
describe('after sign-in people land only on this server', () => {
  test.each([
    '/',
    '/d/abc/node?var-host=a%20b&from=now-6h',
    '/dashboards/f/x',
    '/d/a#panel-2',
    '/d/a?var-url=https%3A%2F%2Fexample.org',
  ])('%s is followed', (wanted) => expect(safeRedirect(wanted)).toBe(wanted));

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
    '/.//evil.test',
    '/..//evil.test',
    '/./..//evil.test',
    '/a/..//evil.test',
    '/d/x/../..//evil.test',
    '/%2e//evil.test',
    '/%2e%2e//evil.test',
    '/a/%2e%2e//evil.test',
    '/.%2e//evil.test',
    '/.///evil.test',
    '/./\\evil.test',
    '/.\\/evil.test',
    '/\t//evil.test',
    '/\r//evil.test',
    '/\r\nLocation: https://evil.test',
    '/%0aevil.test',
    '/%00/evil.test',
    '/%7f/evil.test',
    '/\\@evil.test',
    '\\\\evil.test',
    '/%2f%2fevil.test',
    '/%5c%5cevil.test',
    '/%5Cevil.test',
    '/%2F/evil.test',
    '%2f/evil.test',
    '//evil.test@vedette.test/',
    '//vedette.test@evil.test/',
    '///vedette.test/..//evil.test',
    'http://vedette.test/d/a',
    'https://vedette.test@evil.test/',
    'https://vedette.test.evil.test/',
    'https:///evil.test',
    'https:\\\\evil.test',
    'HTTPS://evil.test',
    'vbscript:x',
    'blob:https://vedette.test/x',
    './/evil.test',
    '../evil.test',
    '?next=//evil.test',
    '#//evil.test',
    ';@evil.test',
    '\u00a0//evil.test',
    '\u2028//evil.test',
    '/%c0%afevil.test',
    `/${'a'.repeat(2001)}`,
  ])('%j is refused', (wanted) => expect(safeRedirect(wanted)).toBe('/'));

  test.each([
    '/;@evil.test',
    '/a//b',
    '/d/a/..',
    '/d/%2e%2e/x',
    '/\u3002evil.test',
    '/d/a?x=\\y',
    '/:80',
  ])('%j stays on this server', (wanted) => {
    const path = safeRedirect(wanted);
    expect(path).toMatch(/^\/(?!\/)/);
    expect(new URL(path, window.location.origin).origin).toBe(window.location.origin);
  });

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
    expect(patchedSearch('?from=now-6h&var-host=a&var-host=b', { to: 'now' })).toBe(
      'from=now-6h&var-host=a&var-host=b&to=now',
    );
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
