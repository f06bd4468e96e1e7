/** Metric names of all metrics sources, as entries that open Explore. */
import { Activity } from 'lucide-react';
import { exploreUrl } from '../data';
import { boot, mayExplore } from '../kernel/boot';
import { metricsSources, useMetricNames, type FoundMetric } from '../querying/useMetricNames';
import type { SourceInfo } from '../sdk/datasource';
import { fuzzyFilter } from './fuzzy';
import type { PaletteEntry } from './paletteEntry';

const LAST_HOUR = { from: 'now-1h', to: 'now' };
const MOST_METRICS = 50;

export interface PaletteMetrics {
  entries: PaletteEntry[];
  loading: boolean;
  /** One sentence for each source whose names could not be loaded. */
  problems: string[];
}

/** Whether any source has metrics that the user may explore. */
export function hasMetrics(): boolean {
  return exploredSources().length > 0;
}

/** `text` is what to look for; `words` are its parts. Requests nothing while not `enabled`. */
export function usePaletteMetrics(
  enabled: boolean,
  text: string,
  words: readonly string[],
): PaletteMetrics {
  const { found, ...state } = useMetricNames(enabled ? exploredSources() : [], text);
  const entries = fuzzyFilter(found, words, ({ name }) => name)
    .slice(0, MOST_METRICS)
    .map((metric) => ({
      id: `metric-${metric.source.uid}-${metric.name}`,
      icon: Activity,
      label: metric.name,
      hint: metric.source.name,
      href: addressOf(metric),
    }));
  return { ...state, entries };
}

function exploredSources(): SourceInfo[] {
  return mayExplore() ? metricsSources(Object.values(boot().settings.datasources)) : [];
}

function addressOf({ name, source, search }: FoundMetric): string {
  const datasource = { type: source.type, uid: source.uid };
  return exploreUrl({
    a: {
      datasource: source.uid,
      queries: [{ refId: 'A', datasource, ...search.query(name) }],
      range: LAST_HOUR,
    },
  });
}
