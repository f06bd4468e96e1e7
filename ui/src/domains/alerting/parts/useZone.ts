import { resolveTimeZone } from '../../../data';
import { usePreferences } from '../../../kernel/preferences';

/** The person's time zone, as an IANA name. */
export function useZone(): string {
  return resolveTimeZone(usePreferences().timezone);
}
