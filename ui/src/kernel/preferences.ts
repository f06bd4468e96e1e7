/** A person's choices. Kept in the browser for the first paint and, where the server stores them, in the profile. */
import { useSyncExternalStore } from 'react';
import { isSignedIn } from './boot';
import { request } from './api';

export type ThemeChoice = 'dark' | 'light' | 'system';

export interface Preferences {
  theme: ThemeChoice;
  /** `browser`, `utc` or an IANA name. */
  timezone: string;
  weekStart: string;
  /** Series colours; kept in this browser. */
  palette: 'classic' | 'cvd';
  /** Single-key shortcuts; kept in this browser. */
  shortcuts: boolean;
}

interface StoredPreferences {
  theme?: string;
  timezone?: string;
  weekStart?: string;
  [key: string]: unknown;
}

/** Also read by the script in index.html that sets the theme before the first paint. */
const KEY = 'vedette.preferences';
const defaults: Preferences = { theme: 'dark', timezone: 'browser', weekStart: '', palette: 'classic', shortcuts: true };

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

/** Applies a choice at once and stores it in the profile where it belongs there. */
export async function savePreferences(patch: Partial<Preferences>): Promise<void> {
  apply(patch);
  const stored: StoredPreferences = {};
  if (patch.theme !== undefined) stored.theme = patch.theme;
  if (patch.timezone !== undefined) stored.timezone = patch.timezone;
  if (patch.weekStart !== undefined) stored.weekStart = patch.weekStart;
  if (Object.keys(stored).length === 0 || !isSignedIn()) return;
  const before = await request<StoredPreferences>('GET', '/api/user/preferences');
  await request('PUT', '/api/user/preferences', { body: { ...before, ...stored } });
}

/** Takes over what the profile holds, after the page is up. An empty choice means the server's default. */
export async function syncPreferences(defaultTheme: string): Promise<void> {
  const stored: StoredPreferences = isSignedIn() ? await request('GET', '/api/user/preferences') : {};
  apply({
    theme: toTheme(stored.theme) ?? (isSignedIn() ? undefined : readLocal().theme) ?? toTheme(defaultTheme) ?? 'dark',
    timezone: stored.timezone || (isSignedIn() ? 'browser' : current.timezone),
    weekStart: stored.weekStart ?? current.weekStart,
  });
}

function toTheme(name: string | undefined): ThemeChoice | undefined {
  return name === 'dark' || name === 'light' || name === 'system' ? name : undefined;
}
