/** Names and values for completion and for the builder, asked of the server once and remembered. */
import type { PrometheusClient } from '@prometheus-io/codemirror-promql';
import { askResource, type AskResource, type SourceInfo, type TimeRange } from '@vedette/sdk';

interface Answer<T> {
  data: T;
}

interface Matcher {
  name: string;
  value: string;
  matchesEmpty?: () => boolean;
}

type Metadata = Record<string, { type: string; help: string }[]>;

/** More names than this are searched for by what was typed, not listed. */
const MOST_NAMES = 10_000;
const REMEMBERED_MS = 60_000;

export interface MetricsClient extends PrometheusClient {
  metadata(): Promise<Metadata>;
  labelsOf(selector: string): Promise<string[]>;
  valuesOf(label: string, selector: string): Promise<string[]>;
}

export function metricsClient(source: SourceInfo, range: () => TimeRange): MetricsClient {
  const ask = remembered(askResource(source.uid));
  const isOff = Boolean(source.jsonData?.['disableMetricsLookup']);
  const times = () => {
    const { from, to } = range();
    // Whole minutes, so that what was asked a moment ago is remembered.
    return { start: Math.floor(from / 60_000) * 60, end: Math.ceil(to / 60_000) * 60 };
  };
  const get = async <T>(
    path: string,
    params: Record<string, string | number | undefined>,
    none: T,
  ): Promise<T> => (await ask<Answer<T>>(`api/v1/${path}`, params)).data ?? none;
  const labelsOf = (selector: string) =>
    get<string[]>('labels', { ...times(), 'match[]': selector || undefined }, []);
  const valuesOf = (label: string, selector: string) =>
    get<string[]>(
      `label/${encodeURIComponent(label)}/values`,
      { ...times(), limit: MOST_NAMES, 'match[]': selector || undefined },
      [],
    );
  const metadata = () => get<Metadata>('metadata', {}, {});

  return {
    labelsOf,
    valuesOf,
    metadata,
    metricMetadata: metadata,
    labelNames: (metric) => labelsOf(metric ?? ''),
    labelValues: (label, metric, matchers) => valuesOf(label, selectorOf(metric, matchers)),
    metricNames: () => (isOff ? Promise.resolve([]) : valuesOf('__name__', '')),
    series: async (metric, matchers) => {
      const found = await get<Record<string, string>[]>(
        'series',
        { ...times(), limit: 1000, 'match[]': selectorOf(metric, matchers) },
        [],
      );
      return found.map((labels) => new Map(Object.entries(labels)));
    },
    flags: () => Promise.resolve({}),
  };
}

function selectorOf(metric = '', matchers: readonly Matcher[] = []): string {
  const known = matchers.filter(({ value }) => value !== '');
  const inside = known.map(
    ({ name, value }) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return inside.length > 0 ? `${metric}{${inside.join(',')}}` : metric;
}

function remembered(ask: AskResource): AskResource {
  const known = new Map<string, { at: number; answer: Promise<unknown> }>();
  return <T>(path: string, params: Record<string, string | number | undefined> = {}) => {
    const key = `${path}?${JSON.stringify(params)}`;
    const found = known.get(key);
    if (found && Date.now() - found.at < REMEMBERED_MS) return found.answer as Promise<T>;
    const answer = ask<T>(path, params);
    known.set(key, { at: Date.now(), answer });
    answer.catch(() => known.delete(key));
    return answer;
  };
}
