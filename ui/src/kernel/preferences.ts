/** A person's choices: stored in the profile, and in the browser for the first paint. */
import { useSyncExternalStore } from 'react';
import { boot, isSignedIn } from './boot';
import { request } from './api';

export type ThemeChoice = 'dark' | 'light' | 'system';

export interface Preferences {
  theme: ThemeChoice;
  /** `browser`, `utc` or an IANA name. */
  timezone: string;
  weekStart: string;
  /** Series colours: the usual twelve, or eight that stay apart with colour vision deficiency. */
  palette: 'classic' | 'cvd';
  /** Whether single-key shortcuts work. */
  shortcuts: boolean;
}

/** Also read by the script in index.html that sets the theme before the first paint. */
const KEY = 'vedette.preferences';
const defaults: Preferences = {
  theme: 'dark',
  timezone: 'browser',
  weekStart: '',
  palette: 'classic',
  shortcuts: true,
};

let current: Preferences = { ...defaults, ...readLocal() };
const listeners = new Set<() => void>();

function readLocal(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}

function apply(patch: Partial<Preferences>): void {
  current = { ...current, ...patch };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Private windows may refuse storage; the choice then lasts until the page closes.
  }
  for (const listener of listeners) listener();
}

export function preferences(): Preferences {
  return current;
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, preferences);
}

/** Applies a choice at once and stores it in the profile. */
export async function savePreferences(patch: Partial<Preferences>): Promise<void> {
  apply(patch);
  if (isSignedIn()) await request('PATCH', '/api/user/preferences', { body: patch });
}

/** Takes over what the profile holds. An empty choice means the server's default. */
export function adoptPreferences(defaultTheme: string): void {
  const { user } = boot();
  const stored = user?.preferences;
  if (!isSignedIn() || !stored) {
    if (readLocal().theme === undefined) apply({ theme: toTheme(defaultTheme) ?? 'dark' });
    return;
  }
  apply({
    theme: toTheme(stored.theme) ?? toTheme(defaultTheme) ?? 'dark',
    timezone: stored.timezone || 'browser',
    weekStart: stored.weekStart ?? '',
    palette: stored.palette === 'cvd' ? 'cvd' : 'classic',
    shortcuts: stored.shortcuts ?? true,
  });
}

function toTheme(name: string | undefined): ThemeChoice | undefined {
  return name === 'dark' || name === 'light' || name === 'system' ? name : undefined;
}
