import { preferences } from '../../../kernel/preferences';
import { resolveTimeZone } from '../../../kernel/timezone';

/** `21 Nov 2026, 14:03` in the zone of the profile. */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: resolveTimeZone(preferences().timezone),
  }).format(new Date(iso));
}
