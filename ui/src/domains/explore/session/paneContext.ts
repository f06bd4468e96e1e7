/**
 * What the parts of one pane share: the queries as they are edited, and apart from them what they
 * returned, so that typing does not draw results again.
 */
import { createContext, useContext, useMemo } from 'react';
import type { Frame, TimeRange } from '../../../data';
import type { Sources } from '../../../querying/sources';
import type { QueryRequest } from '../../../querying/targets';
import type { SupplementaryQuery } from '../../../sdk/datasource';
import type { LogsHost, PanelHost } from '../../../sdk/panel';
import type { Pane } from '../model/pane';
import type { Extra } from './useExtras';
import type { PaneLive } from './useLive';
import type { SourceUis } from './useSourceUis';
import type { PaneResult } from './usePaneRun';

export interface PaneSession {
  id: string;
  /** As it is edited. */
  pane: Pane;
  sources: Sources;
  uis: SourceUis;
  /** Of the last run; of now before it. */
  range: TimeRange;
  timeZone: string;
  result: PaneResult;
  /** What is drawn: the answers, or rows of the live tail. */
  shown: { frames: readonly Frame[]; request: QueryRequest | undefined };
  live: PaneLive;
  canFollow: boolean;
  follow: () => void;
  extras: readonly Extra[];
  /** Kinds of queries the sources could add to these. */
  offered: ReadonlySet<SupplementaryQuery['kind']>;
  /** Titles of the sections that are folded. */
  folded: ReadonlySet<string>;
  fold: (title: string, isFolded: boolean) => void;
  addExtra: (kind: SupplementaryQuery['kind']) => void;
  change: (pane: Pane) => void;
  run: (pane?: Pane) => void;
  cancel: () => void;
  host: Omit<PanelHost<object>, 'setOptions'>;
  logs: LogsHost;
}

/** What the results are drawn from. It changes with a run, not with a letter of a query. */
export interface PaneResults extends Pick<
  PaneSession,
  | 'id'
  | 'range'
  | 'timeZone'
  | 'result'
  | 'shown'
  | 'live'
  | 'extras'
  | 'offered'
  | 'fold'
  | 'addExtra'
  | 'host'
  | 'logs'
> {
  panelsState: Pane['panelsState'];
  /** Of the rows above the results, separated by spaces. */
  refIds: string;
}

const Context = createContext<PaneSession | null>(null);
const ResultsContext = createContext<PaneResults | null>(null);

export const PaneProvider = Context.Provider;

export function usePane(): PaneSession {
  const session = useContext(Context);
  if (!session) throw new Error('usePane needs a pane around it');
  return session;
}

export const PaneResultsProvider = ResultsContext.Provider;

export function usePaneResults(): PaneResults {
  const results = useContext(ResultsContext);
  if (!results) throw new Error('usePaneResults needs a pane around it');
  return results;
}

export function usePaneResultsOf(session: PaneSession): PaneResults {
  const { id, range, timeZone, result, shown, live, extras, offered } = session;
  const { fold, addExtra, host, logs, pane } = session;
  const { panelsState } = pane;
  const refIds = pane.queries.map(({ refId }) => refId).join(' ');
  return useMemo(
    () => ({
      id,
      range,
      timeZone,
      result,
      shown,
      live,
      extras,
      offered,
      fold,
      addExtra,
      host,
      logs,
      panelsState,
      refIds,
    }),
    [
      id,
      range,
      timeZone,
      result,
      shown,
      live,
      extras,
      offered,
      fold,
      addExtra,
      host,
      logs,
      panelsState,
      refIds,
    ],
  );
}
