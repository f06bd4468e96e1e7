/**
 * The dashboard model as stored: only the keys this product reads are named.
 * Every interface is open, because a key we do not know has to survive reading and saving.
 */
import type { DataLink, FieldConfig } from './frame';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * `uid` may be a variable (`${ds}`) or one of `-- Mixed --`, `-- Dashboard --`, `grafana`,
 * `__expr__`.
 */
export interface DataSourceRef {
  type?: string;
  uid?: string;
  [key: string]: unknown;
}

/** 24 columns; a row is 30 px high with a gap of 8 px. */
export interface GridPos {
  x: number;
  y: number;
  w: number;
  h: number;
  static?: boolean;
  [key: string]: unknown;
}

export interface Target {
  refId: string;
  datasource?: DataSourceRef | null;
  hide?: boolean;
  queryType?: string;
  [key: string]: unknown;
}

export interface MatcherConfig {
  id: string;
  options?: unknown;
  [key: string]: unknown;
}

export interface OverrideProperty {
  id: string;
  value?: unknown;
  [key: string]: unknown;
}

export interface FieldOverride {
  matcher: MatcherConfig;
  properties: OverrideProperty[];
  [key: string]: unknown;
}

export interface FieldConfigSource {
  defaults: FieldConfig;
  overrides: FieldOverride[];
}

export interface Transformation {
  id: string;
  options?: Record<string, unknown>;
  disabled?: boolean;
  /** Frames the transformation is limited to; the others pass unchanged. */
  filter?: MatcherConfig;
  topic?: string;
  [key: string]: unknown;
}

export interface PanelModel {
  id: number;
  type: string;
  title?: string;
  description?: string;
  transparent?: boolean;
  gridPos: GridPos;
  datasource?: DataSourceRef | null;
  targets?: Target[];
  interval?: string | null;
  maxDataPoints?: number | null;
  timeFrom?: string | null;
  timeShift?: string | null;
  hideTimeOverride?: boolean;
  repeat?: string;
  repeatDirection?: 'h' | 'v';
  maxPerRow?: number;
  links?: DashboardLink[] | DataLink[];
  transformations?: Transformation[];
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  pluginVersion?: string;
  libraryPanel?: { uid: string; name: string; [key: string]: unknown };
  /** Rows only. */
  collapsed?: boolean;
  /** Rows only: the panels of a collapsed row. */
  panels?: PanelModel[];
  [key: string]: unknown;
}

export interface VariableOption {
  text: string | string[];
  value: string | string[];
  selected?: boolean;
  [key: string]: unknown;
}

export type VariableType =
  | 'query'
  | 'custom'
  | 'textbox'
  | 'constant'
  | 'datasource'
  | 'interval'
  | 'adhoc'
  | 'groupby'
  | 'system'
  | 'snapshot'
  | 'switch';

export interface AdHocFilter {
  key: string;
  operator: string;
  value: string;
  [key: string]: unknown;
}

export interface VariableModel {
  name: string;
  type: VariableType;
  label?: string | null;
  description?: string | null;
  /** 0 shown, 1 without its label, 2 hidden. */
  hide?: number;
  skipUrlSync?: boolean;
  current?: VariableOption | Record<string, never>;
  options?: VariableOption[];
  query?: unknown;
  datasource?: DataSourceRef | null;
  /** 0 never, 1 when the dashboard loads, 2 when its time range changes. */
  refresh?: number;
  regex?: string;
  /**
   * 0 off, 1/2 alphabetical, 3/4 numerical, 5/6 alphabetical without case, 7/8 natural; odd is
   * ascending.
   */
  sort?: number;
  multi?: boolean;
  includeAll?: boolean;
  allValue?: string | null;
  filters?: AdHocFilter[];
  auto?: boolean;
  auto_count?: number;
  auto_min?: string;
  [key: string]: unknown;
}

export interface DashboardLink {
  type?: 'dashboards' | 'link';
  title?: string;
  url?: string;
  icon?: string;
  tooltip?: string;
  tags?: string[];
  asDropdown?: boolean;
  includeVars?: boolean;
  keepTime?: boolean;
  targetBlank?: boolean;
  [key: string]: unknown;
}

export interface AnnotationQuery {
  name: string;
  datasource?: DataSourceRef | null;
  enable?: boolean;
  hide?: boolean;
  iconColor?: string;
  builtIn?: number;
  type?: string;
  filter?: { exclude?: boolean; ids?: number[] };
  target?: Record<string, unknown>;
  expr?: string;
  [key: string]: unknown;
}

export interface TimePickerModel {
  hidden?: boolean;
  nowDelay?: string;
  refresh_intervals?: string[];
  time_options?: string[];
  quick_ranges?: { display: string; from: string; to: string }[];
  [key: string]: unknown;
}

export interface DashboardModel {
  id?: number | null;
  uid?: string;
  title: string;
  description?: string;
  tags: string[];
  editable?: boolean;
  timezone?: string;
  weekStart?: string;
  fiscalYearStartMonth?: number;
  /** 0 off, 1 shared crosshair, 2 shared crosshair and tooltip. */
  graphTooltip?: number;
  refresh?: string | false;
  schemaVersion: number;
  version?: number;
  time: { from: string; to: string };
  timepicker: TimePickerModel;
  templating: { list: VariableModel[]; [key: string]: unknown };
  annotations: { list: AnnotationQuery[]; [key: string]: unknown };
  links: DashboardLink[];
  panels: PanelModel[];
  [key: string]: unknown;
}
