import { resolveTimeZone } from '../../../data';
import { usePreferences } from '../../../kernel/preferences';

/** The time zone of the user, as an IANA name. */
export function useZone(): string {
  return resolveTimeZone(usePreferences().timezone);
}
