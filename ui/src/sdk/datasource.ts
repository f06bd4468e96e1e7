/**
 * What a data-source plugin adds to the page: editors, links in its answers, and what Explore can
 * do with it.
 */
import type { ComponentType } from 'react';
import type { AdHocFilter, Frame, TimeRange } from '../data';

/** A configured data source, as the page knows it. */
export interface SourceInfo {
  uid: string;
  name: string;
  /** As stored: an alias of the plugin's id, perhaps. */
  type: string;
  isDefault?: boolean;
  readOnly?: boolean;
  jsonData?: { timeInterval?: string; [key: string]: unknown };
  meta?: SourceMeta;
  /** Whether values in its answers may lead to other sources. */
  hasCorrelations?: boolean;
}

export interface SourceMeta {
  /** Id of the plugin. */
  id: string;
  name: string;
  /** What the kind holds: `metrics`, `logs`, `traces`, `sql`, `alerts`. */
  category?: string;
  builtIn?: boolean;
  /** Key of a query that holds its text, such as `expr`. */
  queryText?: string;
  /** How variables are written into that text: `promql`, `sql`, or the plain form. */
  variableFormat?: string;
  [key: string]: unknown;
}

/** One query as it is stored: `refId` and whatever its source understands. */
export interface SourceQuery {
  refId: string;
  hide?: boolean;
  queryType?: string;
  [key: string]: unknown;
}

export interface QueryEditorProps<Q extends SourceQuery = SourceQuery> {
  query: Q;
  source: SourceInfo;
  range: TimeRange;
  app: 'explore' | 'panel' | 'alert';
  /** Stores the query without running it. */
  onChange: (query: Q) => void;
  /** Runs what was stored last; editors call it on Ctrl or Cmd + Enter. */
  onRun: () => void;
  /** What the query last answered, for hints. */
  frames?: readonly Frame[];
  /**
   * The error of this query, where its last run failed; editors show it at its place where it names
   * one.
   */
  error?: string;
}

/**
 * Settings that only this kind has. Secrets are write-only: `secretKeys` tells which are stored.
 */
export interface ConfigEditorProps {
  jsonData: Readonly<Record<string, unknown>>;
  secretKeys: readonly string[];
  onJsonChange: (patch: Record<string, unknown>) => void;
  onSecretChange: (key: string, value: string) => void;
  /** Sources of the organisation, for settings that name another one. */
  sources: readonly SourceInfo[];
  readOnly: boolean;
}

export interface DecorateContext {
  source: SourceInfo;
  sourceByUid: (uid: string) => SourceInfo | undefined;
  queryOf: (refId: string | undefined) => SourceQuery | undefined;
  range: TimeRange;
}

/** A query Explore runs besides, to show more about the first: the volume of a log query. */
export interface SupplementaryQuery {
  kind: 'logsVolume' | 'logsSample' | 'nodeGraph';
  query: SourceQuery;
}

export interface LogContextRequest {
  frame: Frame;
  row: number;
  query: SourceQuery;
  direction: 'before' | 'after';
  limit: number;
}

/** Asks the source through `GET|POST /api/datasources/uid/<uid>/resources/<path>`. */
export type AskResource = <T>(
  path: string,
  params?: Record<string, string | number | undefined>,
) => Promise<T>;

export interface VariableLookUp {
  /** The variable's stored query, variables filled in. */
  query: unknown;
  source: SourceInfo;
  range: TimeRange;
  ask: AskResource;
  /** Runs queries of this source and gives their frames. */
  run: (queries: SourceQuery[]) => Promise<Frame[]>;
}

export interface MetricLookUp {
  source: SourceInfo;
  range: TimeRange;
  ask: AskResource;
  /** Part of the names to list; empty for all of them. */
  text: string;
}

export interface MetricNames {
  names: string[];
  /** Whether the source has no other names that match. */
  isComplete: boolean;
}

/** How the command palette finds metrics and opens one in Explore. */
export interface MetricSearch<Q extends SourceQuery = SourceQuery> {
  names: (lookUp: MetricLookUp) => Promise<MetricNames>;
  query: (name: string) => Omit<Q, 'refId'>;
}

export interface DataSourceUi<Q extends SourceQuery = SourceQuery> {
  api: 1;
  /** Id of the plugin: the name of its folder. */
  id: string;
  /** Usually `lazy(() => import('./QueryEditor'))`: editors are heavy. */
  QueryEditor: ComponentType<QueryEditorProps<Q>>;
  /**
   * What the settings page shows below address and login; nothing where the kind has no settings of
   * its own.
   */
  ConfigEditor?: ComponentType<ConfigEditorProps>;
  /** How the settings page speaks of the kind. */
  about?: {
    description: string;
    urlPlaceholder?: string;
    connection: 'http' | 'database' | 'none';
  };
  defaultQuery: (app: 'explore' | 'panel') => Omit<Q, 'refId'>;
  /** A short text of the query, for its collapsed row and for the history. */
  summary: (query: Q) => string;
  isBlank?: (query: Q) => boolean;
  /**
   * The query as a panel of type `type` stores it, where the panel shows only part of what Explore
   * asks.
   */
  forPanel?: (query: Q, type: string) => Q;
  /**
   * Adds links, columns and names to what the server answered. Pure; must not change its arguments.
   */
  decorate?: (frames: readonly Frame[], context: DecorateContext) => Frame[];
  /** A filter for or out of a value that was clicked. */
  withFilter?: (query: Q, filter: AdHocFilter) => Q;
  supplementary?: (query: Q, range: TimeRange) => SupplementaryQuery[];
  /** Queries for the lines around one. */
  logContext?: (
    request: LogContextRequest,
  ) => { queries: SourceQuery[]; range: TimeRange } | undefined;
  /** Whether live tail can run this query. */
  canStream?: (query: Q) => boolean;
  /** Keys and values for ad hoc filters. */
  filterKeys?: (ask: AskResource, range: TimeRange) => Promise<string[]>;
  filterValues?: (ask: AskResource, key: string, range: TimeRange) => Promise<string[]>;
  metrics?: MetricSearch<Q>;
  findValues?: (lookUp: VariableLookUp) => Promise<{ text: string; value?: string }[]>;
}

export function defineDataSource<Q extends SourceQuery = SourceQuery>(
  ui: DataSourceUi<Q>,
): DataSourceUi<Q> {
  return ui;
}
