/**
 * What the parts of an open dashboard share, in contexts that change for different reasons, so that
 * a part is rendered again only when something it shows has changed.
 */
import { createContext, useContext, type Context, type ReactNode } from 'react';
import type { DataSourceRef, TimeRange } from '../../../data';
import type { Crosshair } from '../../../sdk/panel';
import type { StoredDashboard } from '../api';
import type { AdHocRule } from '../../../querying/targets';
import type { VariableValues } from '../../../querying/fill';
import type { SourceInfo, Sources } from '../../../querying/sources';
import type { TimeOptions } from '../model/timeOverride';
import type { UrlState } from '../model/url';
import type { AnnotationLayer } from './useAnnotations';
import type { ModelSource } from './modelSource';
import type { Overlay } from './openPanels';
import type { JobQueue } from './queue';
import type { ResultStore } from './results';
import type { SetUrl } from './useUrlState';
import type { VariableStore } from './variableStore';

/** Stays the same until another version of the dashboard is loaded, also while it is edited. */
export interface Dashboard {
  uid: string;
  /** In the current form; what the server stores is in `stored`, untouched. */
  models: ModelSource;
  stored: StoredDashboard;
  canSave: boolean;
  sources: Sources;
  minRefreshInterval: string;
  variables: VariableStore;
  results: ResultStore;
  queue: JobQueue;
  crosshair: Crosshair;
  setUrl: SetUrl;
  setRange: (raw: { from: string; to: string }) => void;
  refresh: () => void;
  /** A selection by the user: it also goes into the address. */
  chooseVariable: (name: string, values: readonly string[]) => void;
  setFilters: (name: string, filters: readonly AdHocRule[]) => void;
  /** Adds a rule to the dashboard's ad hoc variable; undefined where it has none. */
  addFilter?: (key: string, operator: '=' | '!=', value: string) => void;
  /** Opens a dialog or drawer over the dashboard. */
  open: (overlay: Overlay) => void;
  /** The whole address of this view, variables and time included. */
  shareUrl: (patch?: Partial<UrlState>, options?: { lockTime?: boolean }) => string;
  /** Time, values and address of the last render, for what runs on a click. */
  latest: () => DashboardView;
}

export interface DashboardTime {
  range: TimeRange;
  /** IANA name. */
  timeZone: string;
  /** As chosen: `browser`, `utc` or an IANA name. */
  zoneSetting: string;
  timeOptions: TimeOptions;
  refreshInterval: string;
  /** Counts refreshes: a query runs again when it changed, though its text did not. */
  tick: number;
  /** The `tick` of the last refresh by the user, which bypasses cached results. */
  tickByHand: number;
}

export interface DashboardValues {
  /** Values to fill in, global ones included. */
  values: VariableValues;
  /** Names of variables whose first value is still being looked up. */
  pending: readonly string[];
  /** The data source a reference means; undefined for none and for the special ones. */
  sourceOf: (ref: DataSourceRef | null | undefined) => SourceInfo | undefined;
  filtersFor: (uid: string) => readonly AdHocRule[];
}

/** What the user changes while a dashboard is open. */
export interface DashboardView {
  url: UrlState;
  time: DashboardTime;
  values: DashboardValues;
}

export interface DashboardSession extends DashboardView {
  dashboard: Dashboard;
  annotations: readonly AnnotationLayer[];
}

const DashboardContext = createContext<Dashboard | null>(null);
const TimeContext = createContext<DashboardTime | null>(null);
const ValuesContext = createContext<DashboardValues | null>(null);
const UrlContext = createContext<UrlState | null>(null);
const AnnotationsContext = createContext<readonly AnnotationLayer[] | null>(null);

export function DashboardProvider({
  session,
  children,
}: {
  session: DashboardSession;
  children: ReactNode;
}): ReactNode {
  const { dashboard, time, values, url, annotations } = session;
  return (
    <DashboardContext value={dashboard}>
      <TimeContext value={time}>
        <ValuesContext value={values}>
          <UrlContext value={url}>
            <AnnotationsContext value={annotations}>{children}</AnnotationsContext>
          </UrlContext>
        </ValuesContext>
      </TimeContext>
    </DashboardContext>
  );
}

export const useDashboard = (): Dashboard => useInside(DashboardContext);
export const useDashboardTime = (): DashboardTime => useInside(TimeContext);
export const useDashboardValues = (): DashboardValues => useInside(ValuesContext);
export const useDashboardUrl = (): UrlState => useInside(UrlContext);
export const useDashboardAnnotations = (): readonly AnnotationLayer[] =>
  useInside(AnnotationsContext);

function useInside<T>(context: Context<T | null>): T {
  const value = useContext(context);
  if (value === null) throw new Error('An open dashboard has to be around this component.');
  return value;
}
