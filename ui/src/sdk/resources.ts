/** What query editors ask their source for, besides queries. */
import { request } from '../kernel/api';
import type { QueryAnswer } from '../kernel/apiTypes';
import { frameFromJson, type Frame, type TimeRange, type WireFrame } from '../data';
import type { AskResource, SourceInfo, SourceQuery } from './datasource';

/** `path` is below the source's resources; parameters left undefined are not sent. */
export function askResource(uid: string, signal?: AbortSignal): AskResource {
  return (path, params) =>
    request('GET', `/api/datasources/uid/${encodeURIComponent(uid)}/resources/${path}`, {
      query: params,
      signal,
    });
}

/** Runs queries of one source and gives the frames of all; the first error is thrown. */
export async function runQueries(
  source: SourceInfo,
  queries: readonly SourceQuery[],
  range: TimeRange,
  signal?: AbortSignal,
): Promise<Frame[]> {
  const asked = queries.map((query) => ({
    intervalMs: 60_000,
    maxDataPoints: 1000,
    ...query,
    datasource: { type: source.type, uid: source.uid },
  }));
  const { results } = await request<{
    results: Record<string, Pick<QueryAnswer, 'error'> & { frames?: WireFrame[] }>;
  }>('POST', '/api/ds/query', {
    body: { from: String(range.from), to: String(range.to), queries: asked },
    signal,
  });
  const failed = Object.values(results).find((result) => result.error);
  if (failed) throw new Error(failed.error);
  return Object.entries(results).flatMap(([refId, { frames }]) =>
    (frames ?? []).map((wire) => ({ refId, ...frameFromJson(wire) })),
  );
}
