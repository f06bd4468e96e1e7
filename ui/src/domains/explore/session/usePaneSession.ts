/** Everything one pane does: runs, follows, remembers, and tells its parts. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { resolveTimeRange } from '../../../data';
import { isSignedIn } from '../../../kernel/boot';
import { createCrosshair } from '../../../plugins/crosshair';
import type { QueryRequest } from '../../../querying/targets';
import type { SourceInfo, SourceQuery, SupplementaryQuery } from '../../../sdk/datasource';
import type { LogsHost } from '../../../sdk/panel';
import { addToHistory } from '../api';
import { keptQueries } from '../model/history';
import { madeQuery, sourceOfQuery, withQuery, type Pane } from '../model/pane';
import { logContextOf } from './logContext';
import type { PaneSession } from './paneContext';
import { planOf, runnable } from './plan';
import type { ExploreSession } from './useExplore';
import { useExtras } from './useExtras';
import { useLive } from './useLive';
import { usePaneHost } from './usePaneHost';
import { usePaneRun } from './usePaneRun';
import { useSourceUis } from './useSourceUis';
import type { ZoneSettings } from './useZone';

type ExtraKind = SupplementaryQuery['kind'];

const ALWAYS: readonly ExtraKind[] = ['logsVolume', 'nodeGraph'];

export function usePaneSession(
  id: string,
  explore: ExploreSession,
  zone: ZoneSettings,
  width: number,
): PaneSession {
  const { sources } = explore;
  const { timeZone, timeOptions } = zone;
  const pane = explore.current[id] as Pane;
  const committed = explore.committed[id] ?? pane;
  const all = [...pane.queries, ...committed.queries].map((query) =>
    sourceOfQuery(pane, query, sources),
  );
  const uis = useSourceUis([sources.byKey.get(pane.datasource), ...all]);
  const tick = explore.ticks[id] ?? 0;
  const turn = explore.turns[id] ?? 0;
  const { result, cancel, context } = usePaneRun({
    pane: committed,
    tick,
    turn,
    width,
    timeOptions,
    sources,
    uis,
  });
  const range = useMemo(
    () => resolveTimeRange(pane.range, timeOptions),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new answer moves "now"
    [pane.range, timeOptions, result],
  );

  const { change: changePane, run: runPane, setRange: setPaneRange } = explore;
  const change = useCallback((next: Pane) => changePane(id, next), [changePane, id]);
  const remember = useHistoryKeeper();
  const live = useLive();
  const { start, stop } = live;
  const [followed, setFollowed] = useState<QueryRequest>();
  const run = useCallback(
    (next?: Pane) => {
      stop();
      setFollowed(undefined);
      const asked = runPane(id, next);
      if (asked) remember(asked);
    },
    [runPane, id, remember, stop],
  );
  const setRange = useCallback(
    (raw: { from: string; to: string }) => setPaneRange(id, raw),
    [setPaneRange, id],
  );

  const followable = runnable(pane, sources, uis).flatMap((query) => {
    const source = sourceOfQuery(pane, query, sources);
    return source && uis.of(source)?.canStream?.(query) ? [{ source, query }] : [];
  });
  const follow = () => {
    const own = { range, timeZone, width, sources, uis };
    const plan = planOf(
      pane,
      followable.map(({ query }) => query),
      own,
    );
    if (plan.kind !== 'query') return;
    cancel();
    remember(pane);
    setFollowed(plan.request);
    start(filledIn(followable, plan.request));
  };

  const [more, setMore] = useState<readonly ExtraKind[]>([]);
  const addExtra = useCallback(
    (kind: ExtraKind) => setMore((before) => [...new Set([...before, kind])]),
    [],
  );
  const wanted = useMemo(() => (followed ? [] : [...ALWAYS, ...more]), [more, followed]);
  const { extras, offered } = useExtras(committed, context, wanted);

  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback(
    (title: string, isFolded: boolean) =>
      setFolded(
        (before) =>
          new Set([...before].filter((each) => each !== title).concat(isFolded ? [title] : [])),
      ),
    [],
  );

  const [crosshair] = useState(() => createCrosshair(1));
  const host = usePaneHost({ pane, sources, uis, crosshair, setRange, run });
  const { state, pause, resume } = live;
  const logs = useMemo<LogsHost>(() => {
    const linesAround = logContextOf(committed, context);
    return {
      ...(linesAround ? { context: linesAround } : {}),
      ...(state === 'off' ? {} : { live: { state, pause, resume } }),
    };
  }, [committed, context, state, pause, resume]);
  const shown = useMemo(
    () =>
      followed
        ? { frames: live.frames, request: followed }
        : { frames: result.frames, request: result.request },
    [followed, live.frames, result],
  );

  const session: PaneSession = {
    id,
    pane,
    sources,
    uis,
    range,
    timeZone,
    result,
    shown,
    live,
    canFollow: followable.length > 0,
    follow,
    extras,
    offered,
    addExtra,
    folded,
    fold,
    change,
    run,
    cancel,
    host,
    logs,
  };
  useFirstQuery(session);
  return session;
}

/**
 * The queries as they were made for the request: variables filled in, with their steps. They begin
 * now.
 */
function filledIn(
  followable: readonly { source: SourceInfo; query: SourceQuery }[],
  { body }: QueryRequest,
): { source: SourceInfo; query: SourceQuery }[] {
  return followable.map(({ source, query }) => ({
    source,
    query: {
      ...(body.queries.find(({ refId }) => refId === query.refId) ?? query),
      refId: query.refId,
    },
  }));
}

/** What a person ran goes into the history; what ran by itself does not. */
function useHistoryKeeper(): (pane: Pane) => void {
  const before = useRef('');
  return useCallback((pane: Pane) => {
    const kept = keptQueries(pane.queries, before.current);
    if (!kept || !isSignedIn()) return;
    before.current = JSON.stringify(kept);
    // A history that is full or switched off is no reason to disturb anybody.
    addToHistory(pane.datasource, kept).catch(() => {});
  }, []);
}

/** A pane without a query gets the first one of its source, once the source's code is here. */
function useFirstQuery({ pane, sources, uis, change }: PaneSession): void {
  const source = sources.byKey.get(pane.datasource);
  const isBare = pane.queries.length === 0 && source !== undefined && uis.isReady;
  useEffect(() => {
    if (isBare && source)
      change(withQuery(pane, madeQuery(source, 'A', uis.of(source)?.defaultQuery('explore'))));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each bare pane
  }, [isBare, pane.datasource]);
}
