/** Variable queries of Prometheus in their text form, and the generic way for every other kind. */
import { frameFromJson, type Frame, type TimeRange, type VariableModel } from '../../../data';
import { request } from '../../../kernel/api';
import type { QueryResponse } from '../../../querying/response';
import type { SourceInfo } from '../../../querying/sources';

export interface Found {
  text: string;
  value?: string;
}

export interface FindRequest {
  model: VariableModel;
  /** The query with its variables filled in. */
  query: string;
  source: SourceInfo;
  range: TimeRange;
  signal: AbortSignal;
}

export function findMetrics(find: FindRequest): Promise<Found[]> {
  return find.source.type === 'prometheus' ? findInPrometheus(find) : findByQuery(find);
}

export type PrometheusLookUp =
  | { kind: 'names'; match?: string }
  | { kind: 'values'; label: string; match?: string }
  | { kind: 'metrics'; pattern: string }
  | { kind: 'query'; expr: string }
  | { kind: 'series'; match: string };

/** `label_names()`, `label_values(metric, label)`, `metrics(regex)`, `query_result(expr)`, or a series selector. */
export function parsePrometheusLookUp(query: string): PrometheusLookUp {
  const text = query.trim();
  const call = /^(label_names|label_values|metrics|query_result)\s*\(([\s\S]*)\)\s*$/.exec(text);
  const inside = call?.[2]?.trim() ?? '';
  switch (call?.[1]) {
    case 'label_names':
      return { kind: 'names', match: inside || undefined };
    case 'label_values': {
      const split = /^(?:([\s\S]*),)?\s*([a-zA-Z_$][\w$]*)\s*,?\s*$/.exec(inside);
      if (!split?.[2]) throw new Error(`label_values(${inside}) does not name a label at its end.`);
      return { kind: 'values', label: split[2], match: split[1]?.trim() || undefined };
    }
    case 'metrics':
      return { kind: 'metrics', pattern: inside };
    case 'query_result':
      return { kind: 'query', expr: inside };
    default:
      return { kind: 'series', match: text };
  }
}

async function findInPrometheus({ query, source, range, signal, model }: FindRequest): Promise<Found[]> {
  if (query.trim() === '') return [];
  const lookUp = parsePrometheusLookUp(query);
  const time = { start: Math.floor(range.from / 1000), end: Math.ceil(range.to / 1000) };
  const ask = async <T>(path: string, more: Record<string, string | undefined> = {}): Promise<T> => {
    const url = `/api/datasources/uid/${encodeURIComponent(source.uid)}/resources/api/v1/${path}`;
    const answer = await request<{ status?: string; data: T; error?: string }>('GET', url, {
      query: { ...time, ...more },
      signal,
    });
    return answer.data;
  };

  switch (lookUp.kind) {
    case 'names':
      return toFound(await ask<string[]>('labels', { 'match[]': lookUp.match }));
    case 'values':
      return toFound(
        await ask<string[]>(`label/${encodeURIComponent(lookUp.label)}/values`, { 'match[]': lookUp.match }),
      );
    case 'metrics': {
      const pattern = new RegExp(lookUp.pattern);
      return toFound((await ask<string[]>('label/__name__/values')).filter((name) => pattern.test(name)));
    }
    case 'series':
      return (await ask<Record<string, string>[]>('series', { 'match[]': lookUp.match })).map((labels) => ({
        text: seriesText(labels),
      }));
    case 'query':
      return samplesOf(await instantFrames(lookUp.expr, source, range, model.name, signal));
  }
}

async function instantFrames(
  expr: string,
  source: SourceInfo,
  range: TimeRange,
  name: string,
  signal: AbortSignal,
): Promise<Frame[]> {
  const query = { refId: `var-${name}`, expr, instant: true, range: false, format: 'time_series' };
  return queryFrames(query, source, range, signal);
}

async function queryFrames(
  query: { refId: string },
  source: SourceInfo,
  range: TimeRange,
  signal: AbortSignal,
): Promise<Frame[]> {
  const queries = [
    { ...query, datasource: { type: source.type, uid: source.uid }, intervalMs: 60_000, maxDataPoints: 1000 },
  ];
  const body = { from: String(range.from), to: String(range.to), queries };
  const { results } = await request<QueryResponse>('POST', '/api/ds/query', { body, signal });
  const result = results[query.refId];
  if (result?.error) throw new Error(result.error);
  return (result?.frames ?? []).map(frameFromJson);
}

/** `metric{label="value"} 1 1718000000000`, as variables filter it with a pattern. */
function samplesOf(frames: readonly Frame[]): Found[] {
  return frames.flatMap((frame) => {
    const time = frame.fields.find((field) => field.type === 'time');
    return frame.fields
      .filter((field) => field.type !== 'time')
      .map((field) => ({
        text: `${seriesText(field.labels ?? {})} ${String(field.values[0])} ${String(time?.values[0] ?? '')}`,
      }));
  });
}

function seriesText(labels: Readonly<Record<string, string>>): string {
  const { __name__: metric = '', ...rest } = labels;
  const pairs = Object.entries(rest).map(([name, value]) => `${name}="${value}"`);
  return `${metric}{${pairs.join(',')}}`;
}

/** Columns `__text` and `__value`, `text` and `value`, or every text of the answer. */
async function findByQuery({ model, query, source, range, signal }: FindRequest): Promise<Found[]> {
  const stored =
    typeof model.query === 'object' && model.query !== null
      ? model.query
      : { query, stringInput: query, queryType: 'variable' };
  const scenario = source.type.includes('testdata') ? { scenarioId: 'variables-query' } : {};
  const frames = await queryFrames(
    { ...scenario, ...stored, refId: `var-${model.name}` },
    source,
    range,
    signal,
  );
  return frames.flatMap(rowsOf);
}

function rowsOf(frame: Frame): Found[] {
  const named = (...names: string[]) => frame.fields.find((field) => names.includes(field.name));
  const text =
    named('__text', 'text') ?? frame.fields.find((field) => field.type === 'string') ?? frame.fields[0];
  const value = named('__value', 'value');
  return (text?.values ?? []).flatMap((item, row) => {
    if (item === null || item === undefined) return [];
    const own = value?.values[row];
    return [{ text: String(item), value: own === null || own === undefined ? undefined : String(own) }];
  });
}

const toFound = (names: readonly string[] | undefined): Found[] => (names ?? []).map((text) => ({ text }));
