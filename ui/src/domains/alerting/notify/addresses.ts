/**
 * Addresses of the notification pages. Names can contain any character, so they are in the query
 * and not in the path.
 */
export const CONTACT_POINTS = '/alerting/notifications';
export const NEW_CONTACT_POINT = '/alerting/notifications/receivers/new';
export const POLICIES = '/alerting/routes';
export const SILENCES = '/alerting/silences';
export const NEW_SILENCE = '/alerting/silence/new';
export const MUTE_TIMINGS = '/alerting/mute-timings';
export const NEW_MUTE_TIMING = '/alerting/mute-timings/new';
export const TEMPLATES = '/alerting/templates';
export const NEW_TEMPLATE = '/alerting/templates/new';
export const NOTIFICATION_HISTORY = '/alerting/notification-history';

const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name }).toString()}`;

export const contactPointUrl = (name: string): string =>
  named('/alerting/notifications/receivers/edit', name);
export const muteTimingUrl = (name: string): string => named('/alerting/mute-timings/edit', name);
export const templateUrl = (name: string): string => named('/alerting/templates/edit', name);
export const silencePageUrl = (id: string): string =>
  `/alerting/silence/${encodeURIComponent(id)}/edit`;
export const notificationsTo = (receiver: string): string =>
  `${NOTIFICATION_HISTORY}?${new URLSearchParams({ receiver }).toString()}`;

/** The address of the routing preview for these labels. */
export function policiesFor(labels: Readonly<Record<string, string>>): string {
  const text = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return `${POLICIES}?${new URLSearchParams({ labels: text.join(' ') }).toString()}`;
}
