// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { guardLeaving, leave, watchHistory } from './leaving';
import { goTo } from './location';

let release: (() => void) | undefined;
afterEach(() => release?.());

test('nothing is in the way of a page without changes', () => {
  const go = vi.fn<() => void>();
  leave(go);
  expect(go).toHaveBeenCalledOnce();
});

test('going to another page waits for the page with changes', () => {
  window.history.replaceState(null, '', '/form');
  const waiting: (() => void)[] = [];
  release = guardLeaving((go) => waiting.push(go));
  goTo('/elsewhere');
  expect(window.location.pathname).toBe('/form');
  waiting[0]?.();
  expect(window.location.pathname).toBe('/elsewhere');
});

test('the back button waits too, and the form stays where it was', () => {
  window.history.replaceState(null, '', '/form');
  const waiting: (() => void)[] = [];
  watchHistory();
  release = guardLeaving((go) => waiting.push(go));
  const seen = vi.fn<() => void>();
  window.addEventListener('popstate', seen);
  window.history.replaceState(null, '', '/before');
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  expect(window.location.pathname).toBe('/form');
  expect(seen).not.toHaveBeenCalled();
  waiting[0]?.();
  expect(window.location.pathname).toBe('/before');
  window.removeEventListener('popstate', seen);
});
