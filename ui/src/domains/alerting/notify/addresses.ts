/**
 * Where the pages of notifications are. Names may hold any letter: they stand in the query, not in
 * the path.
 */
export const CONTACTS = '/alerting/notifications';
export const NEW_CONTACT = '/alerting/notifications/receivers/new';
export const POLICIES = '/alerting/routes';
export const SILENCES = '/alerting/silences';
export const NEW_SILENCE = '/alerting/silence/new';
export const TIMINGS = '/alerting/mute-timings';
export const NEW_TIMING = '/alerting/mute-timings/new';
export const TEMPLATES = '/alerting/templates';
export const NEW_TEMPLATE = '/alerting/templates/new';
export const LEDGER = '/alerting/ledger';

const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name }).toString()}`;

export const contactUrl = (name: string): string =>
  named('/alerting/notifications/receivers/edit', name);
export const timingUrl = (name: string): string => named('/alerting/mute-timings/edit', name);
export const templateUrl = (name: string): string => named('/alerting/templates/edit', name);
export const silencePageUrl = (id: string): string =>
  `/alerting/silence/${encodeURIComponent(id)}/edit`;
export const messagesTo = (receiver: string): string =>
  `${LEDGER}?${new URLSearchParams({ receiver }).toString()}`;

/** Asks the policies which of them takes alerts with these labels. */
export function policiesFor(labels: Readonly<Record<string, string>>): string {
  const text = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return `${POLICIES}?${new URLSearchParams({ labels: text.join(' ') }).toString()}`;
}
