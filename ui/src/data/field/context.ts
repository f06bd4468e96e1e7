/** What field configuration has to know of the page around it. */
import type { TimeRange } from '../frame';

export interface FieldContext {
  /**
   * A CSS colour for a stored colour: a name such as `semi-dark-red`, a hex value, `transparent`,
   * `text`, a token such as `--bg-panel`.
   */
  themeColor(name: string): string;
  /** The n-th colour of the series palette. */
  series(index: number): string;
  /** IANA name. */
  timeZone: string;
  /**
   * Fills in variables; `scope` adds some by their full name, `format` is used where the text names
   * none.
   */
  interpolate(text: string, scope?: Record<string, string>, format?: string): string;
  /**
   * The colour mode of fields that store none: `palette-classic` for charts, `thresholds` (the
   * default) for values.
   */
  defaultColorMode?: string;
  /** Puts the sub path before links inside the product. */
  linkUrl?(url: string): string;
  timeRange?: TimeRange;
  /** Leaves out links to queries in Explore, for users without access to it. */
  hidesQueryLinks?: boolean;
}
