import { usePreferences } from './preferences';

/**
 * The IANA name for `browser`, `utc`, an empty text or an IANA name; an unknown name counts as the
 * browser's zone.
 */
export function resolveTimeZone(name: string | undefined): string {
  if (!name || name === 'browser') return browserZone();
  if (name.toLowerCase() === 'utc') return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return browserZone();
  }
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** The zone of the page, unless a dashboard names its own. */
export function useTimeZone(): string {
  return resolveTimeZone(usePreferences().timezone);
}
