/** What one pane asks: a data source, its queries and a time range. Pure changes of it. */
import type { ExplorePane } from '../../../data';
import { MIXED, pluginOf, type SourceInfo, type Sources } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';

export interface Pane {
  /** A uid, or `-- Mixed --`. */
  datasource: string;
  queries: readonly SourceQuery[];
  /** As written: `now-1h`, or milliseconds as text. */
  range: { from: string; to: string };
  panelsState?: Record<string, unknown>;
}

/** By their keys, from left to right; one or two. */
export type Panes = Readonly<Record<string, Pane>>;

export const MOST_PANES = 2;
const FIRST_RANGE = { from: 'now-1h', to: 'now' };

export function newPane(source: SourceInfo | undefined, range = FIRST_RANGE): Pane {
  return { datasource: source?.uid ?? '', queries: [], range };
}

/** The first free letter: A to Z, then AA, AB, ... */
export function nextRefId(queries: readonly SourceQuery[]): string {
  const taken = new Set(queries.map(({ refId }) => refId));
  for (let number = 0; ; number += 1) {
    const refId = lettersOf(number);
    if (!taken.has(refId)) return refId;
  }
}

function lettersOf(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : lettersOf(Math.floor(number / 26) - 1) + last;
}

/** The source a query of the pane goes to: its own one in mixed panes, the pane's one otherwise. */
export function sourceOfQuery(
  pane: Pane,
  query: SourceQuery,
  sources: Sources,
): SourceInfo | undefined {
  const uid = pane.datasource === MIXED ? refOf(query)?.uid : pane.datasource;
  return uid ? sources.byKey.get(uid) : pane.datasource === MIXED ? sources.fallback : undefined;
}

function refOf({ datasource }: SourceQuery): { uid?: string } | undefined {
  return typeof datasource === 'object' && datasource !== null
    ? (datasource as { uid?: string })
    : undefined;
}

export function madeQuery(
  source: SourceInfo,
  refId: string,
  content: Omit<SourceQuery, 'refId'> | undefined,
): SourceQuery {
  return { ...content, refId, datasource: { type: source.type, uid: source.uid } };
}

/** Queries of the same kind go on with the new source; others would mean nothing to it. */
export function withSource(
  pane: Pane,
  source: SourceInfo | typeof MIXED,
  sources: Sources,
  firstQuery: (source: SourceInfo) => SourceQuery,
): Pane {
  if (source === MIXED) {
    const queries = pane.queries.map((query) => {
      const own = sourceOfQuery(pane, query, sources);
      return own ? { ...query, datasource: { type: own.type, uid: own.uid } } : query;
    });
    return { ...pane, datasource: MIXED, queries };
  }
  const kind = pluginOf(source);
  const kept = pane.queries.filter((query) => {
    const before = sourceOfQuery(pane, query, sources);
    return before && pluginOf(before) === kind;
  });
  const datasource = { type: source.type, uid: source.uid };
  const queries =
    kept.length > 0 ? kept.map((query) => ({ ...query, datasource })) : [firstQuery(source)];
  return { ...pane, datasource: source.uid, queries };
}

export function withQuery(pane: Pane, query: SourceQuery): Pane {
  return { ...pane, queries: [...pane.queries, query] };
}

export function changedQuery(pane: Pane, at: number, query: SourceQuery): Pane {
  return { ...pane, queries: pane.queries.map((before, index) => (index === at ? query : before)) };
}

export function duplicatedQuery(pane: Pane, at: number): Pane {
  const query = pane.queries[at];
  if (!query) return pane;
  const copy = { ...structuredClone(query), refId: nextRefId(pane.queries) };
  return { ...pane, queries: pane.queries.toSpliced(at + 1, 0, copy) };
}

export function withoutQuery(pane: Pane, at: number): Pane {
  return { ...pane, queries: pane.queries.toSpliced(at, 1) };
}

/** One place up (-1) or down (1); at the end it stays. */
export function movedQuery(pane: Pane, at: number, by: -1 | 1): Pane {
  const [query, to] = [pane.queries[at], at + by];
  if (!query || to < 0 || to >= pane.queries.length) return pane;
  return { ...pane, queries: pane.queries.toSpliced(at, 1).toSpliced(to, 0, query) };
}

/** A pane as the address holds it. */
export function storedPane(pane: Pane): ExplorePane {
  return { ...pane, queries: [...pane.queries] };
}
