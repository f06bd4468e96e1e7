/**
 * The state of an open dashboard that lives in its address: time, variables, refresh, the viewed
 * panel. Whatever else the address holds is kept.
 */

export interface UrlState {
  from?: string;
  to?: string;
  timeZone?: string;
  /** A duration, or `''` for "off"; undefined means the dashboard's own. */
  refresh?: string;
  /** Values of `var-<name>`, in order. */
  variables: Record<string, string[]>;
  viewPanel?: string;
  kiosk?: boolean;
  inspect?: string;
  inspectTab?: string;
  /** Edit mode of the grid. */
  edit?: boolean;
  /** Number of the panel that the panel editor shows; `panel-12` is read too. */
  editPanel?: string;
  /** Tab of the panel editor. */
  tab?: string;
  /** Page of the settings. */
  editview?: string;
  rest: [string, string][];
}

const VARIABLE = 'var-';

export function parseUrl(search: string): UrlState {
  const state: UrlState = { variables: Object.create(null) as Record<string, string[]>, rest: [] };
  for (const [key, value] of new URLSearchParams(search)) {
    if (key.startsWith(VARIABLE) && key.length > VARIABLE.length) {
      (state.variables[key.slice(VARIABLE.length)] ??= []).push(value);
    } else if (key === 'kiosk') {
      state.kiosk = value !== 'false' && value !== '0';
    } else if (key === 'edit') {
      state.edit = value !== 'false' && value !== '0';
    } else if (key === 'timezone' || key === 'tz') {
      state.timeZone = value;
    } else if (key === 'refresh') {
      state.refresh = value === 'false' ? '' : value;
    } else if (isText(key)) {
      if (value) state[key] = value;
    } else {
      state.rest.push([key, value]);
    }
  }
  return state;
}

export function formatUrl(state: UrlState): string {
  const parts: string[] = state.rest.map(([key, value]) => pair(key, value));
  if (state.from !== undefined) parts.push(pair('from', state.from));
  if (state.to !== undefined) parts.push(pair('to', state.to));
  if (state.timeZone) parts.push(pair('timezone', state.timeZone));
  if (state.refresh !== undefined) parts.push(pair('refresh', state.refresh));
  for (const [name, values] of Object.entries(state.variables)) {
    for (const value of values) parts.push(pair(VARIABLE + name, value));
  }
  if (state.viewPanel) parts.push(pair('viewPanel', state.viewPanel));
  if (state.inspect) parts.push(pair('inspect', state.inspect));
  if (state.inspectTab) parts.push(pair('inspectTab', state.inspectTab));
  if (state.edit) parts.push('edit');
  if (state.editPanel) parts.push(pair('editPanel', state.editPanel));
  if (state.tab) parts.push(pair('tab', state.tab));
  if (state.editview) parts.push(pair('editview', state.editview));
  if (state.kiosk) parts.push('kiosk');
  return parts.length ? `?${parts.join('&')}` : '';
}

const TEXT_KEYS = [
  'from',
  'to',
  'viewPanel',
  'inspect',
  'inspectTab',
  'editPanel',
  'tab',
  'editview',
] as const;

function isText(key: string): key is (typeof TEXT_KEYS)[number] {
  return (TEXT_KEYS as readonly string[]).includes(key);
}

function pair(key: string, value: string): string {
  return value === '' ? `${encode(key)}=` : `${encode(key)}=${encode(value)}`;
}

/**
 * Percent-encodes what must be, and leaves the rest readable (RFC 3986 allows these in a query).
 */
function encode(text: string): string {
  // Half a surrogate pair cannot be encoded; it comes from text that was cut.
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'))
    .replace(/%3A/gi, ':')
    .replace(/%2F/gi, '/')
    .replace(/%2C/gi, ',')
    .replace(/%40/g, '@')
    .replace(/%24/g, '$')
    .replace(/%20/g, '+');
}
