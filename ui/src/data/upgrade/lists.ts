/** Panels whose settings stood on the panel itself before version 7. */
import { child, drop, isObject, numberOf, take, textOf, type JsonObject } from './json';

export function fromText(panel: JsonObject): void {
  if (!('content' in panel) && !('mode' in panel)) return;
  const options = child(panel, 'options');
  const content = take(panel, 'content');
  const mode = textOf(take(panel, 'mode')) ?? 'markdown';
  options['content'] ??= String(content ?? '');
  // Plain text is shown as it is, which is what code does.
  options['mode'] ??= mode === 'text' ? 'code' : mode;
  drop(panel, 'style', 'error');
}

export function fromDashList(panel: JsonObject): void {
  const old = ['starred', 'recent', 'search', 'headings', 'limit', 'folderId'];
  if (isObject(panel['options']) || !old.some((key) => key in panel)) return;
  const folder = numberOf(take(panel, 'folderId'));
  panel['options'] = {
    showStarred: take(panel, 'starred') !== false,
    showRecentlyViewed: take(panel, 'recent') === true,
    showSearch: take(panel, 'search') === true,
    showHeadings: take(panel, 'headings') !== false,
    maxItems: numberOf(take(panel, 'limit')) ?? 10,
    query: textOf(take(panel, 'query')) ?? '',
    tags: take(panel, 'tags') ?? [],
    ...(folder === undefined ? {} : { folderId: folder }),
  };
}

/** States of alerts had other names. */
const STATES: Record<string, string> = {
  ok: 'normal',
  paused: 'normal',
  no_data: 'noData',
  execution_error: 'error',
  alerting: 'firing',
  pending: 'pending',
};

export function fromAlertList(panel: JsonObject): void {
  const old = ['show', 'limit', 'stateFilter', 'onlyAlertsOnDashboard', 'nameFilter', 'sortOrder'];
  if (isObject(panel['options']) || !old.some((key) => key in panel)) return;
  const filter = take(panel, 'stateFilter');
  const states = Array.isArray(filter) ? filter.map(String) : [];
  const stateFilter: JsonObject = {};
  for (const state of states) stateFilter[STATES[state] ?? state] = true;
  panel['options'] = {
    viewMode: 'list',
    groupMode: 'default',
    groupBy: [],
    maxItems: numberOf(take(panel, 'limit')) ?? 20,
    sortOrder: numberOf(take(panel, 'sortOrder')) ?? 1,
    dashboardAlerts: take(panel, 'onlyAlertsOnDashboard') === true,
    alertName: textOf(take(panel, 'nameFilter')) ?? '',
    stateFilter,
  };
  drop(panel, 'show', 'dashboardFilter', 'dashboardTags', 'folderId');
}
