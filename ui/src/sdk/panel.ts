/**
 * What a panel plugin implements: options, a component, and what it may ask of the page around it.
 */
import type { ComponentType } from 'react';
import type { FieldConfigSource } from '../data/dashboard';
import type { DataLink, FieldConfig, Frame, ResolvedLink, TimeRange } from '../data/frame';
import type { ColorSupport, OptionBuilder } from './options';
import type { DataSummary, Suggestion } from './suggestions';

export type ThemeMode = 'dark' | 'light';

export interface Theme {
  mode: ThemeMode;
  /** The value of a design token: `token('--fg-3')`. */
  token(name: string): string;
  /**
   * A CSS colour for a stored colour: a name such as `semi-dark-red`, a hex value, `transparent`,
   * `text`.
   */
  color(name: string): string;
  /** The n-th colour of the series palette. */
  series(index: number): string;
}

export interface PanelData {
  state: 'loading' | 'streaming' | 'done' | 'error';
  /** Frames after transformations, field configuration and overrides. */
  frames: Frame[];
  /** Annotations of the dashboard that fall into the range. */
  annotations: PanelAnnotation[];
}

export interface PanelAnnotation {
  id?: number;
  /** Milliseconds since the epoch. */
  time: number;
  timeEnd?: number;
  title?: string;
  text: string;
  tags: string[];
  color: string;
}

export interface Crosshair {
  /** `time` in milliseconds, `null` when the pointer left. */
  publish(time: number | null, source: string): void;
  subscribe(listener: (time: number | null, source: string) => void): () => void;
  /** 0 off, 1 shared crosshair, 2 shared crosshair and tooltip (`graphTooltip`). */
  mode: 0 | 1 | 2;
}

/** What the logs panel may ask for beyond its frames, where the page and the source can give it. */
export interface LogsHost {
  /**
   * Up to `limit` lines older (`before`) or newer (`after`) than a row of a frame the panel was
   * given, ready to draw.
   */
  context?(
    frame: Frame,
    row: number,
    direction: 'before' | 'after',
    limit: number,
  ): Promise<Frame[]>;
  /** Set while new lines arrive by themselves: the newest ones are in `data.frames`. */
  live?: LogsLive;
}

export interface LogsLive {
  state: 'connecting' | 'running' | 'paused';
  pause(): void;
  resume(): void;
}

/**
 * What is known of a filtered name: what its source calls its kind, and the parser that finds it in
 * a line's text.
 */
export interface FilterSubject {
  labelType?: string;
  parser?: 'json' | 'logfmt';
}

export interface PanelHost<O> {
  setOptions(patch: Partial<O>): void;
  setTimeRange(range: { from: number; to: number }): void;
  setVariable(name: string, value: string | string[]): void;
  /** Filters for or out a value: in the dashboard's ad hoc variable, or in the query itself. */
  addFilter?(key: string, operator: '=' | '!=', value: string, subject?: FilterSubject): void;
  logs?: LogsHost;
  interpolate(text: string, scope?: Record<string, string>): string;
  /** Links of the panel itself, already resolved. */
  resolveLinks(links: DataLink[]): ResolvedLink[];
  crosshair: Crosshair;
  notify(message: string, kind?: 'info' | 'error'): void;
}

export interface PanelProps<O> {
  /** Unique on the page, clones of repeated panels included. */
  id: string;
  title: string;
  options: Readonly<O>;
  data: PanelData;
  timeRange: TimeRange;
  /** IANA name, `utc` or `browser`, already resolved to an IANA name. */
  timeZone: string;
  width: number;
  height: number;
  theme: Theme;
  host: PanelHost<O>;
}

/** The stored panel, for migrations: whatever the file held. */
export type StoredPanel = Record<string, unknown>;

/** The options of a field that are not those of a panel type. */
export type StandardOption =
  | 'unit'
  | 'min'
  | 'max'
  | 'fieldMinMax'
  | 'decimals'
  | 'displayName'
  | 'color'
  | 'noValue'
  | 'links'
  | 'mappings'
  | 'thresholds'
  | 'filterable';

/** Which standard options a panel type supports, and how. */
export interface StandardSupport {
  /** Options without an effect in this panel. */
  disable?: readonly StandardOption[] | 'all';
  /** Defaults that differ from the usual ones. */
  defaults?: Partial<Pick<FieldConfig, StandardOption>>;
  color?: ColorSupport;
}

/** What a panel was before its type changes, as stored. */
export interface TypeChange {
  type: string;
  options: Readonly<Record<string, unknown>>;
  fieldConfig: FieldConfigSource;
}

/** The code of a panel. Its type, name and traits are in the manifest, `plugin.json`. */
export interface PanelDefinition<O extends object = object> {
  api: 1;
  options?: (builder: OptionBuilder) => OptionBuilder<O>;
  /** Options stored under `fieldConfig.defaults.custom`. */
  fieldOptions?: (builder: OptionBuilder) => OptionBuilder;
  /** Default: all standard options of fields, with their usual defaults. */
  standard?: StandardSupport;
  /** Panels that draw without a query (text) say so and get no empty state. */
  needsData?: boolean;
  /** Brings options stored by an older version to this one. */
  migrate?: (panel: StoredPanel) => StoredPanel;
  /** Ways to draw this data that are worth looking at, the best first; none if it does not fit. */
  suggest?: (summary: DataSummary) => Suggestion[];
  /**
   * The settings that a panel of another type keeps when it becomes one of this type. Standard
   * options of fields stay without it; everything else starts from its default.
   */
  onTypeChange?: (from: TypeChange) => Pick<TypeChange, 'options' | 'fieldConfig'>;
  Panel: ComponentType<PanelProps<O>>;
}

export function definePanel<O extends object>(definition: PanelDefinition<O>): PanelDefinition<O> {
  return definition;
}
