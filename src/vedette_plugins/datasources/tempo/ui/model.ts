/** Queries as they are stored, under the names of Grafana 10.4. */
import type { AdHocFilter, SourceInfo, SourceQuery } from '@vedette/sdk';
import { filtersTraceql, type SearchFilter } from './search/filters';

export interface TempoQuery extends SourceQuery {
  query?: string;
  limit?: number;
  spss?: number;
  tableType?: 'traces' | 'spans' | 'raw';
  filters?: SearchFilter[];
  serviceMapQuery?: string | string[];
  serviceMapIncludeNamespace?: boolean;
}

export type Tab = 'search' | 'traceql' | 'traceId' | 'serviceMap';

/**
 * Where a stored query is edited. Older kinds of search are read by the server and edited anew as
 * filters.
 */
export function tabOf({ queryType }: TempoQuery): Tab {
  if (queryType === 'serviceMap' || queryType === 'traceId') return queryType;
  return queryType === 'traceqlSearch' || queryType === 'nativeSearch' || queryType === 'search'
    ? 'search'
    : 'traceql';
}

/** `search.hide` takes the search away: for stores that cannot search. */
export function tabsFor({ jsonData }: SourceInfo): { id: Tab; label: string }[] {
  const search = jsonData?.['search'] as { hide?: boolean } | undefined;
  const all: { id: Tab; label: string }[] = [
    { id: 'search', label: 'Search' },
    { id: 'traceql', label: 'TraceQL' },
    { id: 'traceId', label: 'Trace ID' },
    { id: 'serviceMap', label: 'Service graph' },
  ];
  return search?.hide ? all.filter(({ id }) => id !== 'search') : all;
}

/** What was searched for by filters goes on as text; the rest of a query stays with it. */
export function withTab(query: TempoQuery, tab: Tab): TempoQuery {
  if (tab === tabOf(query)) return query;
  const queryType = tab === 'search' ? 'traceqlSearch' : tab;
  const asText = tabOf(query) === 'search' && tab === 'traceql' && !query.query?.trim();
  return { ...query, queryType, ...(asText ? { query: filtersTraceql(query.filters ?? []) } : {}) };
}

export function summary(query: TempoQuery): string {
  switch (tabOf(query)) {
    case 'search':
      return filtersTraceql(query.filters ?? []);
    case 'serviceMap':
      return `Service graph ${[query.serviceMapQuery ?? ''].flat().join(' or ')}`.trim();
    default:
      return query.query?.trim() ?? '';
  }
}

/** A search without filters finds the newest traces, and a service graph needs no text. */
export function isBlank(query: TempoQuery): boolean {
  const tab = tabOf(query);
  return (tab === 'traceql' || tab === 'traceId') && !query.query?.trim();
}

/** A value clicked in an answer, as one more filter of the search. */
export function withFilter(query: TempoQuery, { key, operator, value }: AdHocFilter): TempoQuery {
  if (tabOf(query) !== 'search') return query;
  const scoped = /^(resource|span)\.(.+)$/.exec(key);
  const added: SearchFilter = {
    id: `${key}${operator}`,
    tag: scoped?.[2] ?? key,
    scope: scoped?.[1] ?? 'unscoped',
    operator,
    value,
    valueType: 'string',
  };
  return { ...query, filters: [...(query.filters ?? []), added] };
}
