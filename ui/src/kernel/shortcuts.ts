/** Keyboard shortcuts: single keys, sequences such as `g h`, and combinations such as `mod+k`. */
import { useEffect, useRef } from 'react';
import { preferences } from './preferences';

export interface Shortcut {
  /**
   * Keys apart by spaces: `g h`, `?`, `mod+k` (`mod` is Ctrl, or Command on Apple machines), `t
   * ArrowLeft`.
   */
  keys: string;
  label: string;
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Also inside inputs; only sensible for combinations. */
  inInputs?: boolean;
}

/** How long a started sequence waits for its next key. */
const SEQUENCE_MS = 900;

const active: Shortcut[] = [];
let pressed: string[] = [];
let pendingTimer: ReturnType<typeof setTimeout> | undefined;

export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function activeShortcuts(): readonly Shortcut[] {
  return active;
}

export function registerShortcuts(shortcuts: Shortcut[]): () => void {
  active.push(...shortcuts);
  return () => {
    for (const shortcut of shortcuts) {
      const at = active.indexOf(shortcut);
      if (at >= 0) active.splice(at, 1);
    }
  };
}

/**
 * Registers shortcuts while the component is on the page; the newest one wins where keys collide.
 */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts.map(({ keys }) => keys).join(',');
  useEffect(
    () =>
      registerShortcuts(
        latest.current.map((shortcut, index) => ({
          ...shortcut,
          run: (event: KeyboardEvent) => latest.current[index]?.run(event),
        })),
      ),
    [signature],
  );
}

function keyName(event: KeyboardEvent): string {
  const mod = isApple ? event.metaKey : event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (
    (mod ? 'mod+' : '') +
    (event.altKey ? 'alt+' : '') +
    (event.shiftKey && /^[a-z]$/.test(key) ? 'shift+' : '') +
    key
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null
  );
}

function newest(match: (keys: string) => boolean): Shortcut | undefined {
  return active.findLast(({ keys }) => match(keys));
}

/** Exported for tests; `listenForShortcuts` attaches it to the window. */
export function handleKey(event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.isComposing ||
    ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)
  )
    return;
  const name = keyName(event);
  const isCombination = name.startsWith('mod+');
  if (!isCombination && !preferences().shortcuts) return;
  const inDialog = document.querySelector('dialog[open]') !== null;
  clearTimeout(pendingTimer);
  const sequence = [...pressed, name].join(' ');
  const exact = newest((keys) => keys === sequence) ?? newest((keys) => keys === name);
  if (isTyping(event.target) && !exact?.inInputs) return;
  if (inDialog && !exact?.inInputs) return;
  const continues = newest((keys) => keys.startsWith(`${sequence} `));
  if (exact && !continues) {
    pressed = [];
    event.preventDefault();
    exact.run(event);
    return;
  }
  if (!continues) {
    pressed = [];
    return;
  }
  pressed = sequence.split(' ');
  pendingTimer = setTimeout(() => {
    pressed = [];
    exact?.run(event);
  }, SEQUENCE_MS);
}

export function listenForShortcuts(): () => void {
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}
