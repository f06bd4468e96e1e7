/**
 * What `jsonData` says of links, in one form: the older and the newer keys of Grafana 10.4, spelt
 * alike.
 */

export interface LinkTag {
  key: string;
  /** Name at the other source; the key where empty. */
  value?: string;
}

interface SpanRangeSettings {
  datasourceUid: string;
  /** Duration text, perhaps negative: `-1h`. */
  startShift: string;
  endShift: string;
  tags: LinkTag[];
}

export interface LogsSettings extends SpanRangeSettings {
  byTraceId: boolean;
  bySpanId: boolean;
  /** Set where the query is written by hand. */
  query?: string;
}

export interface MetricsSettings extends SpanRangeSettings {
  queries: { name: string; query: string }[];
}

export const DEFAULT_TAGS: readonly LinkTag[] = [
  'cluster',
  'hostname',
  'namespace',
  'pod',
  'service.name',
  'service.namespace',
].map((key) => ({ key }));

type Json = Readonly<Record<string, unknown>>;

/**
 * `tracesToLogsV2` before `tracesToLogs`; of the latter `mappedTags` where `mapTagNamesEnabled`,
 * else `tags`.
 */
export function logsSettings(jsonData: Json): LogsSettings | undefined {
  const newer = record(jsonData['tracesToLogsV2']);
  const stored = text(newer, 'datasourceUid') ? newer : record(jsonData['tracesToLogs']);
  if (!text(stored, 'datasourceUid')) return undefined;
  const isMapped = stored !== newer && stored['mapTagNamesEnabled'] === true;
  return {
    ...rangeSettings(stored, isMapped ? 'mappedTags' : 'tags'),
    byTraceId: stored['filterByTraceID'] === true,
    bySpanId: stored['filterBySpanID'] === true,
    query: stored['customQuery'] === true ? text(stored, 'query') : undefined,
  };
}

export function metricsSettings(jsonData: Json): MetricsSettings | undefined {
  const stored = record(jsonData['tracesToMetrics']);
  if (!text(stored, 'datasourceUid')) return undefined;
  const queries = list(stored['queries']).map((entry) => ({
    name: text(record(entry), 'name'),
    query: text(record(entry), 'query'),
  }));
  return { ...rangeSettings(stored, 'tags', '-2m', '2m'), queries };
}

export function serviceMapUid(jsonData: Json): string {
  return text(record(jsonData['serviceMap']), 'datasourceUid');
}

function rangeSettings(
  stored: Json,
  tagKey: string,
  startShift = '0',
  endShift = '0',
): SpanRangeSettings {
  const tags = list(stored[tagKey])
    .map(tagOf)
    .filter(({ key }) => key !== '');
  return {
    datasourceUid: text(stored, 'datasourceUid'),
    startShift: text(stored, 'spanStartTimeShift') || startShift,
    endShift: text(stored, 'spanEndTimeShift') || endShift,
    tags: tags.length > 0 ? tags : [...DEFAULT_TAGS],
  };
}

function tagOf(entry: unknown): LinkTag {
  if (typeof entry === 'string') return { key: entry };
  const stored = record(entry);
  return { key: text(stored, 'key'), value: text(stored, 'value') || undefined };
}

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(of: Json, key: string): string {
  const value = of[key];
  return typeof value === 'string' ? value : '';
}
