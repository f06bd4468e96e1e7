/** The theme on the page: which one is on, its tokens and colours for code that draws. */
import { useSyncExternalStore } from 'react';
import { onPreferences, preferences } from '../kernel/preferences';
import { storedColor, type ThemeMode } from './colors';

/** The same shape panels see as `Theme` in the SDK. */
export interface PageTheme {
  mode: ThemeMode;
  token(name: string): string;
  color(name: string): string;
  series(index: number): string;
}

const SERIES_COUNT = { classic: 12, cvd: 8 };
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

let theme: PageTheme = createTheme();
const listeners = new Set<() => void>();

function currentMode(): ThemeMode {
  const { theme: choice } = preferences();
  if (choice === 'system') return systemDark.matches ? 'dark' : 'light';
  return choice;
}

function createTheme(): PageTheme {
  const mode = currentMode();
  const { palette } = preferences();
  const root = document.documentElement;
  root.dataset.theme = mode;
  root.dataset.palette = palette;
  const values = new Map<string, string>();
  const token = (name: string): string => {
    let value = values.get(name);
    if (value === undefined) {
      value = getComputedStyle(root).getPropertyValue(name).trim();
      // Before the style sheet has loaded tokens are empty; those must not stick.
      if (value) values.set(name, value);
    }
    return value;
  };
  return {
    mode,
    token,
    color: (name) => {
      if (name === 'text') return token('--fg');
      if (name.startsWith('--')) return token(name);
      return storedColor(name, mode) ?? token('--fg');
    },
    series: (index) =>
      token(
        `--c${(((index % SERIES_COUNT[palette]) + SERIES_COUNT[palette]) % SERIES_COUNT[palette]) + 1}`,
      ),
  };
}

function refresh(): void {
  const root = document.documentElement;
  if (root.dataset.theme === currentMode() && root.dataset.palette === preferences().palette)
    return;
  theme = createTheme();
  for (const listener of listeners) listener();
}

onPreferences(refresh);
systemDark.addEventListener('change', refresh);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The theme of the page; a new object after every change, so it can be a dependency of what is
 * drawn.
 */
export function useTheme(): PageTheme {
  return useSyncExternalStore(subscribe, () => theme);
}

export function currentTheme(): PageTheme {
  return theme;
}
