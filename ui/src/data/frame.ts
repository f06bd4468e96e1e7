/**
 * Frames: the columns every query answers with, every panel draws and every transformation reads.
 * Field names and meanings are those of the `/api/ds/query` wire format.
 */

import type { InternalLink } from './explore';

export type FieldType =
  | 'time'
  | 'number'
  | 'string'
  | 'boolean'
  | 'enum'
  /** GeoJSON geometries. */
  | 'geo'
  /** Lists of frames: the rows that a row of a grouped table stands for. */
  | 'nestedFrames'
  | 'other';
export type Labels = Readonly<Record<string, string>>;

export interface ThresholdStep {
  color: string;
  /** `null` stands for minus infinity: the first step. */
  value: number | null;
}

export interface ThresholdsConfig {
  mode: 'absolute' | 'percentage';
  steps: ThresholdStep[];
}

export interface MappingResult {
  text?: string;
  color?: string;
  icon?: string;
  index?: number;
}

export type SpecialMatch = 'null' | 'nan' | 'null+nan' | 'true' | 'false' | 'empty';

export type ValueMapping =
  | { type: 'value'; options: Record<string, MappingResult> }
  | {
      type: 'range';
      options: {
        from?: number | string | null;
        to?: number | string | null;
        result: MappingResult;
      };
    }
  | { type: 'regex'; options: { pattern: string; result: MappingResult } }
  | { type: 'special'; options: { match: SpecialMatch; result: MappingResult } };

export interface DataLink {
  title: string;
  url: string;
  targetBlank?: boolean;
  /** Leads to a query of another source; `url` is empty then. */
  internal?: InternalLink;
  /**
   * More variables of a row, and undefined where it has no such link; made by the page, never
   * stored.
   */
  variables?: (row: number) => Readonly<Record<string, string>> | undefined;
}

export interface FieldColor {
  mode: string;
  fixedColor?: string;
  seriesBy?: 'min' | 'max' | 'last';
}

/**
 * Standard options of a field: what a source suggested, a panel configured and its overrides
 * changed.
 */
export interface FieldConfig {
  displayName?: string;
  displayNameFromDS?: string;
  description?: string;
  unit?: string;
  decimals?: number | null;
  /** Whether `min` and `max` are taken from this field alone instead of all fields. */
  fieldMinMax?: boolean;
  min?: number | null;
  max?: number | null;
  /** Milliseconds between two points, on time fields; a wider step is a gap. */
  interval?: number;
  noValue?: string;
  filterable?: boolean;
  color?: FieldColor;
  thresholds?: ThresholdsConfig;
  mappings?: ValueMapping[];
  links?: DataLink[];
  /** The names of the states that a column of type `enum` holds the positions of. */
  type?: { enum?: { text?: string[] } };
  custom?: Record<string, unknown>;
}

export interface DisplayValue {
  text: string;
  prefix?: string;
  suffix?: string;
  /** The value as a number; NaN where it is none. */
  numeric: number;
  /** A CSS colour, already resolved for the theme. */
  color?: string;
  /** 0..1 within min..max, where both are known. */
  percent?: number;
  icon?: string;
}

/**
 * Times are milliseconds since the epoch. NaN and infinities are real numbers here, `null` is a
 * missing value.
 */
export interface Field<T = unknown> {
  name: string;
  type: FieldType;
  values: T[];
  labels?: Labels;
  config: FieldConfig;
  /** Nanoseconds below the millisecond, on time fields whose source is that precise. */
  nanos?: readonly number[];
  /** Set by `applyFieldConfig`: the name to show. */
  displayName?: string;
  /** Set by `applyFieldConfig`: formats one value with unit, mappings, thresholds and colour. */
  display?: (value: unknown) => DisplayValue;
  /**
   * Set by the page side of a source, where links differ from row to row. `frame` holds the field
   * now: its rows may have been sorted or filtered since.
   */
  rowLinks?: (row: number, frame: Frame) => RowLink[];
  /**
   * Set by `applyFieldConfig`: links of the row, with their variables filled in and their URLs
   * checked.
   */
  getLinks?: (row: number) => ResolvedLink[];
  /**
   * Set by `applyFieldConfig`: what is known of a row where each row is shown as a value of its
   * own.
   */
  rowLook?: RowLook;
  /** Set by `applyFieldConfig`: the CSS colour of the field as a whole, for lines and legends. */
  color?: string;
  /** Set by `applyFieldConfig`: position among all value fields, for palette colours. */
  seriesIndex?: number;
}

export interface RowLook {
  /** The configured name, filled in for the row; undefined where none is configured. */
  name?: (row: number) => string;
  /**
   * The colour of the value shown at a position under a name; undefined where the value's own
   * stands.
   */
  color: (name: string, position: number, own: string | undefined) => string | undefined;
}

/** A link its source made for one row: complete, nothing in it is filled in. */
export interface RowLink {
  title: string;
  internal: InternalLink;
}

export interface ResolvedLink {
  title: string;
  href: string;
  newTab: boolean;
  /** What `href` asks in Explore, for pages that can show it beside themselves. */
  internal?: InternalLink;
}

export interface Notice {
  severity: 'info' | 'warning' | 'error';
  text: string;
}

/** Where an answer comes from, where answers are kept: `ageMs` and `savedMs` for a hit. */
export interface CacheInfo {
  status: 'HIT' | 'MISS' | 'BYPASS';
  ageMs?: number;
  savedMs?: number;
}

export interface FrameMeta {
  type?: string;
  typeVersion?: [number, number];
  preferredVisualisationType?: string;
  executedQueryString?: string;
  notices?: Notice[];
  stats?: { displayName: string; value: number; unit?: string }[];
  custom?: Record<string, unknown>;
  cache?: CacheInfo;
  channel?: string;
  dataTopic?: string;
}

export interface Frame {
  refId?: string;
  name?: string;
  meta?: FrameMeta;
  fields: Field[];
  length: number;
}

export interface TimeRange {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** As written: `now-6h`, or milliseconds as text. */
  raw: { from: string; to: string };
}
