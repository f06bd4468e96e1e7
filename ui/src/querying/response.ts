/** What `/api/ds/query` answered, as frames and as problems a person can act on. */
import { frameFromJson, type Frame, type WireFrame } from '../data';
import { ApiError } from '../kernel/api';
import type { QueryAnswer } from '../kernel/apiTypes';

/** An unreachable server or a proxy may answer with less. */
export type QueryResult = Partial<Omit<QueryAnswer, 'frames'>> & { frames?: WireFrame[] };

export interface QueryResponse {
  results: Record<string, QueryResult>;
}

export type ProblemKind =
  'query' | 'refused' | 'forbidden' | 'missing' | 'timeout' | 'offline' | 'request';

export interface QueryProblem {
  kind: ProblemKind;
  message: string;
  status?: number;
  /** Name of the data source, where one answered for it. */
  source?: string;
  refId?: string;
  traceId?: string;
}

/** Frames in the order of the queries, and what went wrong with the others. */
export function readResponse(
  response: QueryResponse,
  order: readonly string[],
  sourceOf: (refId: string) => string | undefined,
): { frames: Frame[]; problems: QueryProblem[] } {
  const frames: Frame[] = [];
  const problems: QueryProblem[] = [];
  const known = order.filter((refId) => refId in response.results);
  const others = Object.keys(response.results).filter((refId) => !known.includes(refId));

  for (const refId of [...known, ...others]) {
    const result = response.results[refId];
    if (!result) continue;
    for (const wire of result.frames ?? []) {
      const frame = frameFromJson(wire);
      frames.push(frame.refId ? frame : { ...frame, refId });
    }
    if (result.error) {
      const kind = kindOfResult(result);
      problems.push({
        kind,
        message: result.error,
        status: result.status,
        source: sourceOf(refId),
        refId,
      });
    }
  }
  return { frames, problems };
}

/** A failed call still carries the answers of the queries that worked. */
export function responseOf(error: unknown): QueryResponse | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { results } = error.body;
  return typeof results === 'object' && results !== null
    ? { results: results as QueryResponse['results'] }
    : undefined;
}

export function problemOf(error: unknown, source: string | undefined): QueryProblem {
  if (!(error instanceof ApiError)) {
    return {
      kind: 'request',
      message: error instanceof Error ? error.message : String(error),
      source,
    };
  }
  const kind = kindOf(error.status, 'request');
  return { kind, message: error.message, status: error.status, source, traceId: error.traceId };
}

/** A store's own 401 or 404 says nothing of this person's rights, or of the source being there. */
function kindOfResult({ status, errorCode }: QueryResult): ProblemKind {
  const kind = kindOf(status, 'query');
  if (kind === 'forbidden' && errorCode && errorCode !== 'query.source_forbidden') return 'refused';
  if (kind === 'missing' && errorCode && errorCode !== 'query.unknown_source') return 'query';
  return kind;
}

function kindOf(status: number | undefined, other: ProblemKind): ProblemKind {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 504 || status === 408) return 'timeout';
  if (status === 0 || status === 502 || status === 503) return 'offline';
  return other;
}

/** A plain text that names everything needed to ask for help. */
export function problemDetails(problem: QueryProblem, panelTitle: string): string {
  const lines = [
    `Panel: ${panelTitle}`,
    problem.source && `Data source: ${problem.source}`,
    problem.refId && `Query: ${problem.refId}`,
    problem.status !== undefined && `Status: ${problem.status}`,
    `Message: ${problem.message}`,
    problem.traceId && `Request id: ${problem.traceId}`,
  ];
  return lines.filter(Boolean).join('\n');
}
