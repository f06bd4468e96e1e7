/** Where the pages of alerting are. */
import type { Labels } from './rules';

export const RULES = '/alerting/list';
export const ACTIVE_ALERTS = '/alerting/groups';

export function ruleUrl(uid: string): string {
  return `/alerting/grafana/${encodeURIComponent(uid)}/view`;
}

export function editUrl(uid: string): string {
  return `/alerting/grafana/${encodeURIComponent(uid)}/edit`;
}

export function copyUrl(uid: string): string {
  return `/alerting/new?copy=${encodeURIComponent(uid)}`;
}

/** A panel by itself; its dashboard where no panel is named. */
export function panelUrl(dashboard: string, panel: string | undefined): string {
  return `/d/${encodeURIComponent(dashboard)}${panel ? `?viewPanel=${encodeURIComponent(panel)}` : ''}`;
}

/**
 * A new silence of everything with these labels, in our Alertmanager or in that of another source.
 */
export function silenceUrl(labels: Labels, alertmanager = 'grafana'): string {
  const search = new URLSearchParams({ alertmanager });
  for (const [name, value] of Object.entries(labels)) search.append('matcher', `${name}=${value}`);
  return `/alerting/silence/new?${search.toString()}`;
}

/** What was decided about the alerts of a rule, or about one of them. */
export function notificationHistoryUrl(of: { rule?: string; fingerprint?: string }): string {
  const search = new URLSearchParams();
  if (of.rule) search.set('rule', of.rule);
  if (of.fingerprint) search.set('fingerprint', of.fingerprint);
  return `/alerting/notification-history?${search.toString()}`;
}
