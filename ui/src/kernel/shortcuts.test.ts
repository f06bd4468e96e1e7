// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savePreferences } from './preferences';
import { handleKey, registerShortcuts, type Shortcut } from './shortcuts';

let remove: (() => void)[] = [];

function shortcut(keys: string, more: Partial<Shortcut> = {}): () => void {
  const run = vi.fn();
  remove.push(registerShortcuts([{ keys, label: keys, group: 'Test', run, ...more }]));
  return run;
}

function press(
  key: string,
  init: KeyboardEventInit = {},
  target: HTMLElement = document.body,
): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'target', { value: target });
  handleKey(event);
  return event;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const undo of remove) undo();
  remove = [];
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  void savePreferences({ shortcuts: true });
});

test('a sequence runs once its last key is pressed', () => {
  const home = shortcut('g h');
  press('g');
  expect(home).not.toHaveBeenCalled();
  press('h');
  expect(home).toHaveBeenCalledOnce();
});

test('a sequence that was left alone for a while starts anew', () => {
  const home = shortcut('g h');
  press('g');
  vi.advanceTimersByTime(1000);
  press('h');
  expect(home).not.toHaveBeenCalled();
});

test('a key that also starts sequences waits for the next one, and runs when none comes', () => {
  const range = shortcut('t');
  const zoom = shortcut('t z');
  press('t');
  press('z');
  expect(zoom).toHaveBeenCalledOnce();
  expect(range).not.toHaveBeenCalled();
  press('t');
  vi.advanceTimersByTime(1000);
  expect(range).toHaveBeenCalledOnce();
});

test('typing into an input is never taken for a shortcut, a combination still works', () => {
  const edit = shortcut('e');
  const palette = shortcut('mod+k', { inInputs: true });
  const input = document.createElement('input');
  press('e', {}, input);
  press('k', { ctrlKey: true }, input);
  expect(edit).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledOnce();
});

test('single keys can be turned off, combinations stay', () => {
  const edit = shortcut('e');
  const palette = shortcut('mod+k', { inInputs: true });
  void savePreferences({ shortcuts: false });
  press('e');
  press('k', { ctrlKey: true });
  expect(edit).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledOnce();
});

test('the newest registration wins, so a page can take over a key', () => {
  const old = shortcut('e');
  const newer = shortcut('e');
  press('e');
  expect(old).not.toHaveBeenCalled();
  expect(newer).toHaveBeenCalledOnce();
});

test('a handled key does nothing else in the browser', () => {
  shortcut('/');
  expect(press('/').defaultPrevented).toBe(true);
  expect(press('x').defaultPrevented).toBe(false);
});
