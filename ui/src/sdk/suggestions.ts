/** What a panel type reads of a result to decide whether it suits it, and what it then offers. */
import type { FieldConfigSource, Transformation } from '../data/dashboard';

export interface DataSummary {
  /** Counts of frames, of rows in all of them, and of rows in the longest. */
  frames: number;
  rows: number;
  longest: number;
  /** Counts of fields by their type. */
  times: number;
  numbers: number;
  strings: number;
  booleans: number;
  enums: number;
  others: number;
  /** The visualization that the data source names: `graph`, `table`, `logs`, `trace`, … */
  preferred?: string;
  /** Every frame has a time and a value, so that points in time can be drawn. */
  isOverTime: boolean;
  /** There is at most one row for each series: the values of one moment. */
  isInstant: boolean;
  /** There is one value in all: a single row of a single number. */
  isOneValue: boolean;
  /** Counts in buckets: rows or cells of a heatmap. */
  hasBuckets: boolean;
  /** Values that stand for states: texts, booleans, or numbers of very few whole values. */
  hasStates: boolean;
  hasLogs: boolean;
  hasTrace: boolean;
  hasNodeGraph: boolean;
}

export interface Suggestion {
  /** What differs from the other suggestions of this type, such as `Stacked area`. */
  name: string;
  /** `best`: made for such data; `good`: fits well; `ok`: possible. */
  score: 'best' | 'good' | 'ok';
  options?: Readonly<Record<string, unknown>>;
  fieldConfig?: Partial<FieldConfigSource>;
  /** Replace those of the panel. Default: they stay. */
  transformations?: readonly Transformation[];
}
