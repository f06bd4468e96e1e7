/** The time of an open dashboard: its range, its zone, and its refreshes. */
import { useCallback, useMemo, useState } from 'react';
import {
  parseDuration,
  resolveTimeRange,
  resolveTimeZone,
  type DashboardModel,
} from '../../../data';
import { usePreferences } from '../../../kernel/preferences';
import { useReturn } from '../../../kernel/reachability';
import { refreshPeriod, useAutoRefresh } from '../../../timepicker/useRefresh';
import type { TimeOptions } from '../model/timeOverride';
import type { UrlState } from '../model/url';
import type { DashboardTime } from './context';

export interface TimeState {
  time: DashboardTime;
  /** A refresh by the user. */
  refresh: () => void;
}

export function useTimeState(
  model: DashboardModel,
  url: UrlState,
  minRefreshInterval: string,
): TimeState {
  const { timezone, weekStart } = usePreferences();
  const zoneSetting = url.timeZone || model.timezone || timezone;
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

  const timeOptions = useMemo<TimeOptions>(
    () => ({
      timeZone,
      weekStart: model.weekStart || weekStart,
      fiscalYearStartMonth: model.fiscalYearStartMonth,
    }),
    [timeZone, model.weekStart, weekStart, model.fiscalYearStartMonth],
  );
  const from = url.from ?? model.time.from;
  const to = url.to ?? model.time.to;
  const range = useMemo(() => {
    const delay = parseDuration(model.timepicker.nowDelay);
    const now = Date.now() - (Number.isFinite(delay) ? delay : 0);
    return resolveTimeRange({ from, to }, { ...timeOptions, now });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a refresh moves "now"
  }, [from, to, timeOptions, model.timepicker.nowDelay, tick]);

  const wantedRefresh = url.refresh ?? (model.refresh || '');
  const refreshInterval =
    refreshPeriod(wantedRefresh, minRefreshInterval, range) > 0 ? wantedRefresh : '';
  useAutoRefresh(refreshInterval, minRefreshInterval, refreshByClock, range);
  useReturn(refreshByClock);

  const time = useMemo(
    () => ({ range, timeZone, zoneSetting, timeOptions, refreshInterval, tick, tickByHand }),
    [range, timeZone, zoneSetting, timeOptions, refreshInterval, tick, tickByHand],
  );
  return { time, refresh };
}
