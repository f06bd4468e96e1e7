/** Puts an open dashboard together: its model, its address, its time, its variables. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { DashboardModel } from '../../../data';
import { boot } from '../../../kernel/boot';
import type { StoredDashboard } from '../api';
import type { Sources } from '../../../querying/sources';
import { globalValues } from '../model/globalValues';
import { shareAddress } from '../model/shareAddress';
import type { Dashboard, DashboardSession, DashboardView } from './context';
import { createCrosshair } from '../../../plugins/crosshair';
import type { Overlay } from './openPanels';
import type { ModelSource } from './modelSource';
import { createQueue } from './queue';
import { createResultStore } from './results';
import { useAnnotations } from './useAnnotations';
import { useShared } from './useShared';
import { useTimeState } from './useTimeState';
import { useUrlState } from './useUrlState';
import { useValues } from './useValues';
import { useVariableActions } from './useVariableActions';
import { useUrlFollowsVariables, useVariables } from './useVariables';

/** Queries of one page at a time, so that other users of the server get their share. */
const QUERIES_AT_ONCE = 6;

export interface OpenedDashboard {
  stored: StoredDashboard;
  /** What is stored, in the current form. */
  model: DashboardModel;
  sources: Sources;
}

export function useSession(
  { stored, sources }: OpenedDashboard,
  models: ModelSource,
  open: (overlay: Overlay) => void,
): DashboardSession {
  const {
    settings: { minRefreshInterval },
    user,
  } = boot();
  const model = useSyncExternalStore(models.subscribe, models.get);
  const { title } = model;
  const dashboardUid = model.uid ?? '';
  const canSave = Boolean(stored.meta.canSave) && model.editable !== false;
  const [url, setUrl] = useUrlState();
  const { time, refresh } = useTimeState(model, url, minRefreshInterval);
  const { range, timeZone, tick } = time;

  const globals = useMemo(
    () => globalValues({ model: { uid: dashboardUid, title }, range, timeZone, user }),
    [dashboardUid, title, range, timeZone, user],
  );
  const latestGlobals = useRef(globals);
  latestGlobals.current = globals;
  const variables = useVariables(
    model.templating.list,
    url,
    range,
    tick,
    sources,
    () => latestGlobals.current,
  );
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  useUrlFollowsVariables(url, states, setUrl);
  const values = useValues({
    dashboard: useShared({ uid: dashboardUid, title }),
    sources,
    states,
    globals,
    time,
  });
  const annotations = useAnnotations({
    dashboardUid,
    stored: model.annotations.list,
    range,
    tick,
    values: values.values,
    isReady: values.pending.length === 0,
    sources,
  });

  const view = useRef<DashboardView>({ url, time, values });
  view.current = { url, time, values };
  const latest = useCallback(() => view.current, []);
  const setRange = useCallback<Dashboard['setRange']>(
    ({ from, to }) => setUrl({ from, to }),
    [setUrl],
  );
  const shareUrl = useCallback<Dashboard['shareUrl']>(
    (patch = {}, { lockTime = false } = {}) =>
      shareAddress({
        url: latest().url,
        range: latest().time.range,
        states: variables.states(),
        patch,
        lockTime,
      }),
    [latest, variables],
  );
  const actions = useVariableActions(variables, setUrl);

  const [results] = useState(createResultStore);
  const [queue] = useState(() => createQueue(QUERIES_AT_ONCE));
  const crosshair = useMemo(
    () => createCrosshair(crosshairMode(model.graphTooltip)),
    [model.graphTooltip],
  );
  const dashboard = useMemo<Dashboard>(
    () => ({
      uid: dashboardUid,
      models,
      stored,
      canSave,
      sources,
      minRefreshInterval,
      variables,
      results,
      queue,
      crosshair,
      setUrl,
      setRange,
      refresh,
      ...actions,
      open,
      shareUrl,
      latest,
    }),
    [
      dashboardUid,
      models,
      stored,
      canSave,
      sources,
      minRefreshInterval,
      variables,
      results,
      queue,
      crosshair,
      setUrl,
      setRange,
      refresh,
      actions,
      open,
      shareUrl,
      latest,
    ],
  );
  return { dashboard, time, values, url, annotations };
}

function crosshairMode(stored: number | undefined): 0 | 1 | 2 {
  return stored === 1 || stored === 2 ? stored : 0;
}
