/** What the time controls of a page work on. */
import type { TimeRange } from '../data';
import type { ReadOptions } from './editing';
import type { RawRange } from './moves';

export interface TimeSettings {
  range: TimeRange;
  setRange: (raw: RawRange) => void;
  /** IANA name. */
  timeZone: string;
  /** As chosen: `browser`, `utc` or an IANA name. */
  zoneSetting: string;
  setZone: (zone: string) => void;
  timeOptions: ReadOptions;
  /** Ranges to offer instead of the usual ones. */
  quickRanges?: readonly { from: string; to: string; display: string }[];
}
