/** What the parts of an open dashboard share. */
import { createContext, useContext } from 'react';
import type { DashboardModel, DataSourceRef, TimeRange } from '../../../data';
import type { Crosshair } from '../../../sdk/panel';
import type { StoredDashboard } from '../api';
import type { AdHocRule } from '../../../querying/targets';
import type { VariableValues } from '../../../querying/fill';
import type { RepeatScope } from '../model/layout';
import type { SourceInfo, Sources } from '../../../querying/sources';
import type { TimeOptions } from '../model/timeOverride';
import type { UrlState } from '../model/url';
import type { AnnotationLayer } from './useAnnotations';
import type { Overlay } from './openPanels';
import type { JobQueue } from './queue';
import type { ResultStore } from './results';
import type { VariableStore } from './variableStore';

export interface DashboardSession {
  uid: string;
  /** Brought to the current form; what the server stores is in `stored`, untouched. */
  model: DashboardModel;
  stored: StoredDashboard;
  canSave: boolean;
  url: UrlState;
  setUrl: (patch: Partial<UrlState>, options?: { replace?: boolean }) => void;
  range: TimeRange;
  /** IANA name. */
  timeZone: string;
  /** As chosen: `browser`, `utc` or an IANA name. */
  zoneSetting: string;
  refreshInterval: string;
  minRefreshInterval: string;
  timeOptions: TimeOptions;
  /** Counts refreshes: a query runs again when it changed, though its text did not. */
  tick: number;
  /** The `tick` of the last refresh that a person asked for: it passes by kept answers. */
  tickByHand: number;
  refresh: () => void;
  setRange: (raw: { from: string; to: string }) => void;
  sources: Sources;
  variables: VariableStore;
  /** Values to fill in, global ones included. */
  values: VariableValues;
  /** Names of variables whose first value is still being looked up. */
  pending: ReadonlySet<string>;
  /** A selection by the person: it also goes into the address. */
  chooseVariable: (name: string, values: readonly string[]) => void;
  setFilters: (name: string, filters: readonly AdHocRule[]) => void;
  /** The data source a reference means; undefined for none and for the special ones. */
  sourceOf: (ref: DataSourceRef | null | undefined) => SourceInfo | undefined;
  filtersFor: (uid: string) => readonly AdHocRule[];
  annotations: readonly AnnotationLayer[];
  results: ResultStore;
  queue: JobQueue;
  /** Adds a rule to the dashboard's ad hoc variable; undefined where it has none. */
  addFilter?: (key: string, operator: '=' | '!=', value: string) => void;
  /** Opens a dialog or drawer over the dashboard. */
  open: (overlay: Overlay) => void;
  /** The whole address of this view, variables and time included. */
  shareUrl: (patch?: Partial<UrlState>, options?: { lockTime?: boolean }) => string;
  crosshair: Crosshair;
}

const Context = createContext<DashboardSession | null>(null);

export const DashboardProvider = Context.Provider;

export function useDashboard(): DashboardSession {
  const session = useContext(Context);
  if (!session) throw new Error('useDashboard needs an open dashboard around it');
  return session;
}

/** Values as one copy of a repeated panel sees them. */
export function scopedValues(values: VariableValues, scope: RepeatScope): VariableValues {
  const names = Object.keys(scope);
  if (names.length === 0) return values;
  const scoped = { ...values };
  for (const name of names) {
    const one = scope[name];
    if (one) scoped[name] = { ...values[name], text: one.text, value: one.value };
  }
  return scoped;
}
