/** Metric names for the command palette. */
import type { MetricSearch } from '@vedette/sdk';
import type { PrometheusQuery } from './model';

/** More names than this are searched by the server. */
const MOST_NAMES = 10_000;

export const metricSearch: MetricSearch<PrometheusQuery> = {
  names: async ({ source, range, ask, text }) => {
    if (source.jsonData?.['disableMetricsLookup']) return { names: [], isComplete: true };
    const { data = [] } = await ask<{ data?: string[] }>('api/v1/label/__name__/values', {
      // Whole minutes, so that servers and proxies can reuse a response.
      start: Math.floor(range.from / 60_000) * 60,
      end: Math.ceil(range.to / 60_000) * 60,
      limit: MOST_NAMES,
      'match[]': text ? `{__name__=~"(?i).*${quoted(text)}.*"}` : undefined,
    });
    return { names: data, isComplete: data.length < MOST_NAMES };
  },
  query: (name) => ({
    expr: isPlain(name) ? name : `{${JSON.stringify(name)}}`,
    range: true,
    instant: false,
    editorMode: 'code',
  }),
};

/** Whether the name can be written without quotes. */
function isPlain(name: string): boolean {
  return /^[a-zA-Z_:][\w:]*$/.test(name);
}

/** The text as a part of a regular expression inside a string of PromQL. */
function quoted(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\]/g, (sign) => `\\${sign}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"');
}
