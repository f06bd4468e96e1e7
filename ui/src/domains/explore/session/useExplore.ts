/** The panes of the page: the address holds what was run, drafts hold what was typed since. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { paneOf, type InternalLink } from '../../../data';
import { goTo } from '../../../kernel/location';
import { basePath } from '../../../kernel/embedded';
import { bootSources } from '../../../querying/bootSources';
import { BUILT_IN, MIXED, type SourceInfo, type Sources } from '../../../querying/sources';
import type { RawRange } from '../../../timepicker/moves';
import { MOST_PANES, newPane, type Pane, type Panes } from '../model/pane';
import { isSame, panesUrl, readPanes } from '../model/url';
import { lastSource, rememberSource } from './lastSource';

interface Draft {
  /** What it was begun from: a draft of something else is dropped, as when the person goes back. */
  base: Pane;
  pane: Pane;
}

export interface ExploreSession {
  sources: Sources;
  /** What was run last, by key. */
  committed: Panes;
  /** The same with what was typed since. */
  current: Panes;
  /** Counts repeated runs of a pane whose address stays the same. */
  ticks: Readonly<Record<string, number>>;
  /** Keeps a change without running it. */
  change: (key: string, pane: Pane) => void;
  /** Writes the pane into the address, runs it and gives it back. */
  run: (key: string, pane?: Pane) => Pane | undefined;
  /** Runs what ran last once more, by the clock: a kept answer will do. */
  refresh: (key: string) => void;
  /** Counts those. */
  turns: Readonly<Record<string, number>>;
  runAll: () => void;
  setRange: (key: string, range: RawRange) => void;
  isSynced: boolean;
  setSynced: (isSynced: boolean) => void;
  /** Gives all panes the time range of this one. */
  syncTo: (key: string) => void;
  split: (key: string) => void;
  close: (key: string) => void;
  /** Shows a query beside the pane it was found in. */
  openBeside: (key: string, link: InternalLink) => void;
  swap: () => void;
  /** The address of everything on the page, typed changes included. */
  address: () => string;
}

export function useExplore(): ExploreSession {
  const search = useSearch();
  const [sources] = useState(bootSources);
  const committed = useCommitted(search, sources);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [ticks, setTicks] = useState<Readonly<Record<string, number>>>({});
  const [turns, setTurns] = useState<Readonly<Record<string, number>>>({});
  const [isSynced, setSynced] = useState(false);
  const current = useMemo(() => withDrafts(committed, drafts), [committed, drafts]);
  // Ahead of what is drawn: an editor may change its query and run it in one go.
  const latest = useRef(current);
  latest.current = current;

  const change = useCallback(
    (key: string, pane: Pane) => {
      const base = committed[key];
      if (!base) return;
      latest.current = { ...latest.current, [key]: pane };
      setDrafts((before) => ({ ...before, [key]: { base, pane } }));
    },
    [committed],
  );
  const commit = useCallback(
    (next: Panes, keys: readonly string[]) => {
      for (const { datasource } of Object.values(next))
        if (datasource !== MIXED) rememberSource(datasource);
      setDrafts((before) =>
        Object.fromEntries(Object.entries(before).filter(([key]) => !keys.includes(key))),
      );
      const repeated = keys.filter((key) => isSame(next[key], committed[key]));
      setTicks((before) => ({
        ...before,
        ...Object.fromEntries(repeated.map((key) => [key, (before[key] ?? 0) + 1])),
      }));
      if (!isSame(next, committed)) goTo(panesUrl(next));
    },
    [committed],
  );

  const run = useCallback(
    (key: string, pane = latest.current[key]) => {
      if (pane) commit({ ...committed, [key]: pane }, [key]);
      return pane;
    },
    [commit, committed],
  );
  const refresh = useCallback(
    (key: string) => setTurns((before) => ({ ...before, [key]: (before[key] ?? 0) + 1 })),
    [],
  );
  const runAll = useCallback(() => commit(latest.current, Object.keys(latest.current)), [commit]);
  const setRange = useCallback(
    (key: string, { from, to }: RawRange) => {
      const panes = latest.current;
      const keys = isSynced ? Object.keys(panes) : [key];
      const ranged = keys.map(
        (each) => [each, { ...panes[each], range: { from, to } } as Pane] as const,
      );
      commit({ ...committed, ...Object.fromEntries(ranged) }, keys);
    },
    [commit, committed, isSynced],
  );
  const syncTo = useCallback(
    (key: string) => {
      const range = latest.current[key]?.range;
      if (!range) return;
      const next = Object.entries(latest.current).map(
        ([each, pane]) => [each, { ...pane, range }] as const,
      );
      commit(Object.fromEntries(next), []);
    },
    [commit],
  );
  const split = useCallback(
    (key: string) => {
      const pane = latest.current[key];
      if (pane) commit(beside(latest.current, key, structuredClone(pane)), []);
    },
    [commit],
  );
  const openBeside = useCallback(
    (key: string, link: InternalLink) => {
      const from = latest.current[key];
      if (!from) return;
      const found = paneOf(link, from.range);
      commit(
        beside(latest.current, key, {
          ...found,
          queries: found.queries as Pane['queries'] & object,
        }),
        [],
      );
    },
    [commit],
  );
  const close = useCallback(
    (key: string) => {
      const { [key]: _, ...rest } = latest.current;
      commit(rest, []);
    },
    [commit],
  );
  const swap = useCallback(
    () => commit(Object.fromEntries(Object.entries(latest.current).reverse()), []),
    [commit],
  );
  const address = useCallback(
    () => window.location.origin + basePath + panesUrl(latest.current),
    [],
  );

  return {
    sources,
    committed,
    current,
    ticks,
    change,
    run,
    refresh,
    turns,
    runAll,
    setRange,
    isSynced,
    setSynced,
    syncTo,
    split,
    close,
    openBeside,
    swap,
    address,
  };
}

/**
 * Panes of the address; where it names none the address becomes that of a pane with the last
 * source.
 */
function useCommitted(search: string, sources: Sources): Panes {
  const found = useMemo(() => readPanes(search, sources), [search, sources]);
  const isNothing = Object.keys(found).length === 0;
  const first = useMemo(() => ({ a: newPane(firstSource(sources)) }), [sources]);
  useEffect(() => {
    if (isNothing) goTo(panesUrl(first), { replace: true });
  }, [isNothing, first]);
  return isNothing ? first : found;
}

/** The one used last, the default one, or any but the built-in one. */
function firstSource({ list, byKey, fallback }: Sources): SourceInfo | undefined {
  const isOwn = ({ uid }: SourceInfo) => uid !== BUILT_IN.uid;
  const last = byKey.get(lastSource());
  if (last) return last;
  return fallback && isOwn(fallback) ? fallback : (list.find(isOwn) ?? fallback ?? list[0]);
}

function withDrafts(committed: Panes, drafts: Readonly<Record<string, Draft>>): Panes {
  const entries = Object.entries(committed).map(([key, pane]) => {
    const draft = drafts[key];
    return [key, draft && isSame(draft.base, pane) ? draft.pane : pane] as const;
  });
  return Object.fromEntries(entries);
}

/** The other pane is replaced, or comes into being right of this one. */
function beside(panes: Panes, key: string, pane: Pane): Panes {
  const keys = Object.keys(panes);
  const other = keys.find((each) => each !== key) ?? (key === 'b' ? 'a' : 'b');
  const next = { ...panes, [other]: pane };
  return Object.fromEntries(Object.entries(next).slice(0, MOST_PANES));
}
