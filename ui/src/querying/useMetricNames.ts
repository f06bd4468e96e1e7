/** Searches the metric names of all metrics sources at once. */
import { useQueries } from '@tanstack/react-query';
import type { TimeRange } from '../data';
import { errorMessage } from '../kernel/api';
import { loadSourceUi } from '../plugins/datasources';
import type { MetricNames, MetricSearch, SourceInfo } from '../sdk/datasource';
import { askResource } from '../sdk/resources';
import { pluginOf } from './sources';

const HOUR_MS = 3_600_000;
const FRESH_MS = 60_000;

export interface FoundMetric {
  name: string;
  source: SourceInfo;
  search: MetricSearch;
}

export interface FoundMetrics {
  /** All names of a source with few of them; for others those that contain the text. */
  found: FoundMetric[];
  loading: boolean;
  /** One sentence for each source whose names could not be loaded. */
  problems: string[];
}

/** The sources that have metrics, the default one first. */
export function metricsSources(sources: readonly SourceInfo[]): SourceInfo[] {
  return sources
    .filter(({ meta }) => meta?.category === 'metrics')
    .sort((a, b) => Number(b.isDefault ?? false) - Number(a.isDefault ?? false));
}

export function useMetricNames(sources: readonly SourceInfo[], text: string): FoundMetrics {
  const lists = useQueries({ queries: sources.map((source) => listing(source, '', true)) });
  const isCut = (index: number) => text !== '' && lists[index]?.data?.isComplete === false;
  const narrowed = useQueries({
    queries: sources.map((source, index) => listing(source, text, isCut(index))),
  });
  return {
    found: sources.flatMap((source, index) => {
      const { search, names = [] } = narrowed[index]?.data ?? lists[index]?.data ?? {};
      return search ? names.map((name) => ({ name, source, search })) : [];
    }),
    loading: [...lists, ...narrowed].some(({ isFetching }) => isFetching),
    problems: sources.flatMap((source, index) => {
      const error = lists[index]?.error ?? narrowed[index]?.error;
      return error
        ? [`Cannot load the metric names of ${source.name}: ${errorMessage(error)}`]
        : [];
    }),
  };
}

function listing(source: SourceInfo, text: string, enabled: boolean) {
  return {
    queryKey: ['metric-names', source.uid, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchNames(source, text, signal),
    enabled,
    staleTime: FRESH_MS,
    retry: false,
  };
}

async function fetchNames(
  source: SourceInfo,
  text: string,
  signal: AbortSignal,
): Promise<MetricNames & { search?: MetricSearch }> {
  const search = (await loadSourceUi(pluginOf(source)))?.metrics;
  if (!search) return { names: [], isComplete: true };
  const ask = askResource(source.uid, signal);
  return { ...(await search.names({ source, range: lastHour(), ask, text })), search };
}

/** The time in which a metric has values. */
function lastHour(): TimeRange {
  const now = Date.now();
  return { from: now - HOUR_MS, to: now, raw: { from: 'now-1h', to: 'now' } };
}
