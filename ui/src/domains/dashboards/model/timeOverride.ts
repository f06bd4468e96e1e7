/**
 * A panel's own time: `timeFrom` replaces the dashboard's range, `timeShift` moves both ends back.
 */
import { isRelative, resolveTimeRange, type PanelModel, type TimeRange } from '../../../data';

export interface TimeOptions {
  timeZone: string;
  weekStart?: string;
  fiscalYearStartMonth?: number;
  now?: number;
}

export interface PanelTime {
  range: TimeRange;
  /** What differs from the dashboard, for the panel's header. */
  note?: string;
}

/**
 * `timeFrom` is ignored while the dashboard's range starts at a fixed time; `timeShift` moves that,
 * too.
 */
export function panelTime(
  panel: Pick<PanelModel, 'timeFrom' | 'timeShift' | 'hideTimeOverride'>,
  dashboard: TimeRange,
  fill: (text: string) => string,
  options: TimeOptions,
): PanelTime {
  const timeFrom = isRelative(dashboard.raw.from) ? fill(panel.timeFrom ?? '').trim() : '';
  const timeShift = fill(panel.timeShift ?? '').trim();
  if (!timeFrom && !timeShift) return { range: dashboard };

  let range = dashboard;
  const notes: string[] = [];
  if (timeFrom) {
    const from = timeFrom.startsWith('now') ? timeFrom : `now-${timeFrom}`;
    range = resolveTimeRange({ from, to: 'now' }, options);
    notes.push(timeFrom.startsWith('now') ? timeFrom : `Last ${timeFrom}`);
  }
  if (timeShift) {
    const { from, to } = range.raw;
    const base = timeFrom ? { from, to } : dashboard.raw;
    range = fixedEnds(
      resolveTimeRange(
        { from: shifted(base.from, timeShift), to: shifted(base.to, timeShift) },
        options,
      ),
    );
    notes.push(`timeshift -${timeShift}`);
  }
  return { range, note: panel.hideTimeOverride ? undefined : notes.join(', ') };
}

/** Ends of fixed times that were moved are written as milliseconds: that is what addresses hold. */
function fixedEnds({ from, to, raw }: TimeRange): TimeRange {
  const end = (text: string, at: number): string => (isRelative(text) ? text : String(at));
  return { from, to, raw: { from: end(raw.from, from), to: end(raw.to, to) } };
}

/**
 * `now/d` moved back by `1d` is `now-1d/d`: the shift belongs before the rounding. A fixed time has
 * it behind bars.
 */
function shifted(text: string, shift: string): string {
  if (!isRelative(text)) return `${text}||-${shift}`;
  const slash = text.indexOf('/');
  return slash < 0 ? `${text}-${shift}` : `${text.slice(0, slash)}-${shift}${text.slice(slash)}`;
}
