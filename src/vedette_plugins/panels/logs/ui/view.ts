import type { Labels, PanelHost } from '@vedette/sdk';
import type { LogLine } from './lines';
import type { LogsOptions } from './options';

/** What all lines are drawn with. */
export interface LinesView {
  options: Readonly<LogsOptions>;
  timeZone: string;
  width: number;
  /** The lines are of more than one day. */
  spansDays: boolean;
  /** Labels all lines have in common. */
  common: Labels;
  /** Words the query looked for. */
  searched: readonly string[];
  /** All lines that are shown, for statistics. */
  lines: readonly LogLine[];
  onFilter: PanelHost<object>['addFilter'];
  /** Puts the field in place of the line, or takes it back. */
  onShowField: (name: string) => void;
  /** Undefined where the source cannot tell what is around a line. */
  showAround: ((line: LogLine) => void) | undefined;
}
