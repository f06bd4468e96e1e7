/** Puts an open dashboard together: its model, its address, its time, its variables. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  adHocToText,
  globalVariables,
  parseDuration,
  resolveTimeRange,
  resolveTimeZone,
  type DashboardModel,
  type DataSourceRef,
  type TimeRange,
} from '../../../data';
import { boot, type BootData } from '../../../kernel/boot';
import { usePreferences } from '../../../kernel/preferences';
import { useReturn } from '../../../kernel/reachability';
import type { StoredDashboard } from '../api';
import { fillText } from '../../../querying/fill';
import { resolveSource, type Sources } from '../../../querying/sources';
import type { AdHocRule } from '../../../querying/targets';
import type { TimeOptions } from '../model/timeOverride';
import { shareAddress } from '../model/shareAddress';
import { parseUrl, type UrlState } from '../model/url';
import { valuesOf } from '../model/variableValues';
import type { DashboardSession } from './context';
import { createCrosshair } from '../../../plugins/crosshair';
import type { Overlay } from './openPanels';
import { createQueue } from './queue';
import { createResultStore } from './results';
import { useAnnotations } from './useAnnotations';
import { refreshPeriod, useAutoRefresh } from '../../../timepicker/useRefresh';
import { useUrlState } from './useUrlState';
import { filterAdder, useFilters, useUrlFollowsVariables, useVariables } from './useVariables';
import type { VariableStates } from './variableStore';

/** Queries of one page at a time: the server has other people to answer too. */
const QUERIES_AT_ONCE = 6;

export interface OpenedDashboard {
  stored: StoredDashboard;
  /** What is stored, in the current form. */
  model: DashboardModel;
  sources: Sources;
}

export function useSession(
  { stored, model, sources }: OpenedDashboard,
  open: (overlay: Overlay) => void,
): DashboardSession {
  const bootData = boot();
  const { settings } = bootData;
  const [url, setUrl] = useUrlState();
  const preferences = usePreferences();
  const uid = model.uid ?? '';

  const zoneSetting = url.timeZone || model.timezone || preferences.timezone;
  const timeZone = resolveTimeZone(zoneSetting);
  const [{ tick, tickByHand }, setTicks] = useState({ tick: 0, tickByHand: 0 });
  const refresh = useCallback(
    () => setTicks((before) => ({ tick: before.tick + 1, tickByHand: before.tick + 1 })),
    [],
  );
  const refreshByClock = useCallback(
    () => setTicks((before) => ({ ...before, tick: before.tick + 1 })),
    [],
  );
  const { range, timeOptions } = useRange(model, url, timeZone, preferences.weekStart, tick);
  const setRange = useCallback(
    (raw: { from: string; to: string }) => setUrl({ from: raw.from, to: raw.to }),
    [setUrl],
  );
  const wantedRefresh = url.refresh ?? (model.refresh || '');
  const refreshInterval =
    refreshPeriod(wantedRefresh, settings.minRefreshInterval, range) > 0 ? wantedRefresh : '';
  useAutoRefresh(refreshInterval, settings.minRefreshInterval, refreshByClock, range);
  useReturn(refreshByClock);

  const globals = useMemo(
    () => globalsOf(model, range, timeZone, bootData),
    [model, range, timeZone, bootData],
  );
  const latestGlobals = useRef(globals);
  latestGlobals.current = globals;
  const variables = useVariables(model, url, range, tick, sources, () => latestGlobals.current);
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  useUrlFollowsVariables(url, states, setUrl);
  const values = useMemo(
    () => valuesWithGlobals(states, range, globals, model, timeZone),
    [states, range, globals, model, timeZone],
  );
  const pending = useMemo(
    () =>
      new Set(
        [...states.values()]
          .filter(({ status }) => status === 'waiting')
          .map(({ model: { name } }) => name),
      ),
    [states],
  );

  const sourceOf = useCallback(
    (ref: DataSourceRef | null | undefined) => {
      const resolved = resolveSource(ref, sources, (text) => fillText(text, values));
      return resolved.kind === 'source' ? resolved.source : undefined;
    },
    [sources, values],
  );
  const filtersFor = useFilters(states, sourceOf);
  const annotations = useAnnotations({
    model,
    range,
    tick,
    values,
    isReady: pending.size === 0,
    sources,
  });

  const chooseVariable = useCallback(
    (name: string, selected: readonly string[]) =>
      setUrl({
        variables: {
          ...parseUrl(window.location.search).variables,
          [name]: selected.length ? [...selected] : [''],
        },
      }),
    [setUrl],
  );
  const setFilters = useCallback(
    (name: string, filters: readonly AdHocRule[]) => {
      variables.setFilters(name, filters);
      setUrl({
        variables: {
          ...parseUrl(window.location.search).variables,
          [name]: filters.length ? filters.map(adHocToText) : [''],
        },
      });
    },
    [variables, setUrl],
  );
  const addFilter = useMemo(() => filterAdder(states, setFilters), [states, setFilters]);
  const shareUrl = useCallback<DashboardSession['shareUrl']>(
    (patch = {}, options = {}) =>
      shareAddress({ url, range, states, patch, lockTime: options.lockTime ?? false }),
    [url, range, states],
  );

  const [results] = useState(createResultStore);
  const [queue] = useState(() => createQueue(QUERIES_AT_ONCE));
  const crosshair = useMemo(
    () => createCrosshair(crosshairMode(model.graphTooltip)),
    [model.graphTooltip],
  );
  const canSave = Boolean(stored.meta.canSave) && model.editable !== false;

  return useMemo(
    () => ({
      uid,
      model,
      stored,
      canSave,
      url,
      setUrl,
      range,
      timeZone,
      zoneSetting,
      timeOptions,
      tick,
      tickByHand,
      refresh,
      setRange,
      refreshInterval,
      minRefreshInterval: settings.minRefreshInterval,
      sources,
      variables,
      values,
      pending,
      chooseVariable,
      setFilters,
      sourceOf,
      filtersFor,
      annotations,
      results,
      queue,
      addFilter,
      open,
      shareUrl,
      crosshair,
    }),
    [
      uid,
      model,
      stored,
      canSave,
      url,
      setUrl,
      range,
      timeZone,
      zoneSetting,
      timeOptions,
      tick,
      tickByHand,
      refresh,
      setRange,
      refreshInterval,
      settings.minRefreshInterval,
      sources,
      variables,
      values,
      pending,
      chooseVariable,
      setFilters,
      sourceOf,
      filtersFor,
      annotations,
      results,
      queue,
      addFilter,
      open,
      shareUrl,
      crosshair,
    ],
  );
}

function useRange(
  model: DashboardModel,
  url: UrlState,
  timeZone: string,
  weekStart: string,
  tick: number,
) {
  const from = url.from ?? model.time.from;
  const to = url.to ?? model.time.to;
  const timeOptions = useMemo<TimeOptions>(
    () => ({
      timeZone,
      weekStart: model.weekStart || weekStart,
      fiscalYearStartMonth: model.fiscalYearStartMonth,
    }),
    [timeZone, model.weekStart, weekStart, model.fiscalYearStartMonth],
  );
  const range = useMemo(() => {
    const delay = parseDuration(model.timepicker.nowDelay);
    const now = Date.now() - (Number.isFinite(delay) ? delay : 0);
    return resolveTimeRange({ from, to }, { ...timeOptions, now });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a refresh moves "now"
  }, [from, to, timeOptions, model.timepicker.nowDelay, tick]);
  return { range, timeOptions };
}

function globalsOf(model: DashboardModel, range: TimeRange, timeZone: string, { user }: BootData) {
  return globalVariables({
    range,
    timeZone,
    dashboard: { uid: model.uid, title: model.title },
    user: user ? { id: user.id, login: user.login, email: user.email } : undefined,
    org: user ? { id: user.orgId, name: '' } : undefined,
  });
}

function valuesWithGlobals(
  states: VariableStates,
  range: TimeRange,
  globals: ReturnType<typeof globalVariables>,
  model: DashboardModel,
  timeZone: string,
) {
  const own = valuesOf(states, range);
  const { __all_variables: all } = globalVariables({
    range,
    timeZone,
    dashboard: model,
    variables: own,
  });
  return { ...globals, ...own, ...(all ? { __all_variables: all } : {}) };
}

function crosshairMode(stored: number | undefined): 0 | 1 | 2 {
  return stored === 1 || stored === 2 ? stored : 0;
}
