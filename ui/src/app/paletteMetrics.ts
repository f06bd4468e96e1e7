/** Metrics in the command palette: names of all metrics sources, each a link to Explore. */
import { useQueries } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { exploreUrl, type TimeRange } from '../data';
import { errorMessage } from '../kernel/api';
import { boot, mayExplore } from '../kernel/boot';
import { loadSourceUi } from '../plugins/datasources';
import { askResource } from '../sdk/resources';
import type { MetricNames, SourceInfo } from '../sdk/datasource';
import { fuzzyFilter } from './fuzzy';
import type { PaletteEntry } from './paletteEntry';

const HOUR_MS = 3_600_000;
const FRESH_MS = 60_000;
const MOST_METRICS = 50;

interface FoundMetrics extends MetricNames {
  addressOf: (name: string) => string;
}

export interface PaletteMetrics {
  entries: PaletteEntry[];
  loading: boolean;
  /** One sentence for each source whose names could not be loaded. */
  problems: string[];
}

/** Whether any source has metrics that the user may explore. */
export function hasMetrics(): boolean {
  return metricsSources().length > 0;
}

/** `text` is what to look for; `words` are its parts. Requests nothing while not `enabled`. */
export function usePaletteMetrics(
  enabled: boolean,
  text: string,
  words: readonly string[],
): PaletteMetrics {
  const sources = enabled ? metricsSources() : [];
  const lists = useQueries({ queries: sources.map((source) => listing(source, '', true)) });
  const isCut = (index: number) => text !== '' && lists[index]?.data?.isComplete === false;
  const narrowed = useQueries({
    queries: sources.map((source, index) => listing(source, text, isCut(index))),
  });
  const found = sources.flatMap((source, index) => {
    const answer = narrowed[index]?.data ?? lists[index]?.data;
    return (answer?.names ?? []).map((name) => ({ name, source, answer }));
  });
  const entries = fuzzyFilter(found, words, ({ name }) => name)
    .slice(0, MOST_METRICS)
    .map(({ name, source, answer }) => ({
      id: `metric-${source.uid}-${name}`,
      icon: Activity,
      label: name,
      hint: source.name,
      href: answer?.addressOf(name),
    }));
  return {
    entries,
    loading: [...lists, ...narrowed].some(({ isFetching }) => isFetching),
    problems: sources.flatMap((source, index) => {
      const error = lists[index]?.error ?? narrowed[index]?.error;
      return error
        ? [`Cannot load the metric names of ${source.name}: ${errorMessage(error)}`]
        : [];
    }),
  };
}

/** The default source first. */
function metricsSources(): SourceInfo[] {
  if (!mayExplore()) return [];
  return Object.values(boot().settings.datasources)
    .filter(({ meta }) => meta?.category === 'metrics')
    .sort((a, b) => Number(b.isDefault ?? false) - Number(a.isDefault ?? false));
}

function listing(source: SourceInfo, text: string, enabled: boolean) {
  return {
    queryKey: ['palette-metrics', source.uid, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchMetrics(source, text, signal),
    enabled,
    staleTime: FRESH_MS,
    retry: false,
  };
}

async function fetchMetrics(
  source: SourceInfo,
  text: string,
  signal: AbortSignal,
): Promise<FoundMetrics> {
  const metrics = (await loadSourceUi(source.meta?.id ?? source.type))?.metrics;
  if (!metrics) return { names: [], isComplete: true, addressOf: () => '' };
  const found = await metrics.names({
    source,
    range: lastHour(),
    ask: askResource(source.uid, signal),
    text,
  });
  const datasource = { type: source.type, uid: source.uid };
  const addressOf = (name: string) =>
    exploreUrl({
      a: {
        datasource: source.uid,
        queries: [{ refId: 'A', datasource, ...metrics.query(name) }],
        range: lastHour().raw,
      },
    });
  return { ...found, addressOf };
}

function lastHour(): TimeRange {
  const now = Date.now();
  return { from: now - HOUR_MS, to: now, raw: { from: 'now-1h', to: 'now' } };
}
