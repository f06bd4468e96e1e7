/** How alert rules stand now: `GET /api/prometheus/grafana/api/v1/rules`. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { pageUrl, request } from '../kernel/api';
import { boot } from '../kernel/boot';
import type { AlertState, GroupStatus } from './alertStates';

export interface StatusQuery {
  dashboard_uid?: string;
  panel_id?: number;
  /** Series listed with each rule; 0 for their numbers alone. */
  limit_alerts?: number;
  /** Words of the rule's title. */
  search?: string;
  /** Rules listed of each group. */
  limit_rules?: number;
  group_limit?: number;
  rule_uid?: string;
  /** Rules with series in this state alone. */
  state?: AlertState;
  folder_uid?: string;
  /** Label matchers of series, as Prometheus writes them. */
  matcher?: string;
  /** Uid of a data source that has rules of its own. */
  source?: string;
}

export const RULE_STATUS = '/api/prometheus/grafana/api/v1/rules';

export async function fetchStatus(
  { source, ...query }: StatusQuery = {},
  signal?: AbortSignal,
): Promise<GroupStatus[]> {
  const path = source ? `/api/prometheus/${encodeURIComponent(source)}/api/v1/rules` : RULE_STATUS;
  const answer = await request<{ data?: { groups?: GroupStatus[] } }>('GET', path, {
    query: { ...query },
    signal,
  });
  return answer.data?.groups ?? [];
}

/** Asks again every `everyMs`, and keeps what it knows while it does. */
export function useRuleStatus(
  query: StatusQuery = {},
  everyMs = 10_000,
): UseQueryResult<GroupStatus[]> {
  return useQuery({
    queryKey: [RULE_STATUS, query],
    queryFn: ({ signal }) => fetchStatus(query, signal),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
}

/** Of a source by its name or uid; empty for none, and for the server's own rules. */
export function sourceUid(name: string): string {
  if (!name || name === 'grafana') return '';
  const all = Object.values(boot().settings.datasources);
  return (
    (all.find((source) => source.name === name) ?? all.find(({ uid }) => uid === name))?.uid ?? name
  );
}

/** The address of a page of the product, for links. */
export function localUrl(path: string): string {
  return pageUrl(path);
}
