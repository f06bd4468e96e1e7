/** Rows of states over time, from the values of fields. */
import { formatted } from '../../data/format/value';
import type { Field, Frame } from '../../data/frame';
import type { ChartTheme } from '../theme';

export interface StateSpan {
  from: number;
  to: number;
  text: string;
  color: string;
  value: unknown;
  /** Row of the field where the state begins. */
  row: number;
}

export interface StateRow {
  name: string;
  field: Field;
  spans: StateSpan[];
}

export interface StateSettings {
  mergeValues: boolean;
  /** Crosses missing values: all for `true`, up to so many milliseconds for a number. */
  spanNulls: boolean | number;
  /** Ends a state when nothing came for so many milliseconds. */
  insertNulls: boolean | number;
}

interface Colored {
  text: string;
  color: string;
}

/**
 * A row for each field with states. A state lasts until the next value, the last one to the end of
 * the range.
 */
export function stateRows(
  frames: readonly Frame[],
  range: { from: number; to: number },
  theme: ChartTheme,
  settingsOf: (field: Field) => StateSettings,
): StateRow[] {
  return frames.flatMap((frame) => {
    const time = frame.fields.find((field) => field.type === 'time');
    if (!time || frame.meta?.dataTopic === 'annotations') return [];
    return frame.fields
      .filter((field) => field !== time && field.type !== 'time')
      .map((field) => ({
        name: field.displayName ?? field.name,
        field,
        spans: spans(field, time, range, stateColors(field, theme), settingsOf(field)),
      }));
  });
}

function spans(
  field: Field,
  time: Field,
  range: { from: number; to: number },
  shownAs: (value: unknown) => Colored,
  settings: StateSettings,
): StateSpan[] {
  const times = time.values as number[];
  const limit =
    typeof settings.insertNulls === 'number' ? settings.insertNulls : time.config.interval;
  const result: StateSpan[] = [];
  let open: StateSpan | undefined;
  for (let row = 0; row < times.length; row++) {
    const at = times[row] as number;
    const value = field.values[row];
    if (open && limit && at - lastSeen(times, row) > limit) {
      open.to = Math.min(at, lastSeen(times, row) + limit);
      open = undefined;
    }
    if (isMissing(value, field)) {
      if (open && !spansOver(settings.spanNulls, times, field, row)) {
        open.to = at;
        open = undefined;
      }
      continue;
    }
    const shown = shownAs(value);
    if (open && settings.mergeValues && open.text === shown.text && open.color === shown.color)
      continue;
    if (open) open.to = at;
    open = { from: at, to: range.to, value, row, ...shown };
    result.push(open);
  }
  if (open && limit) open.to = Math.min(range.to, (times[times.length - 1] as number) + limit);
  return result.filter(({ from, to }) => to > range.from && from < range.to && to > from);
}

function lastSeen(times: readonly number[], row: number): number {
  return times[row - 1] ?? (times[row] as number);
}

/** Null is silence unless a mapping gives it a meaning. */
function isMissing(value: unknown, field: Field): boolean {
  if (value !== null && value !== undefined) return false;
  return !field.config.mappings?.some(
    (mapping) => mapping.type === 'special' && mapping.options.match.includes('null'),
  );
}

function spansOver(
  span: boolean | number,
  times: readonly number[],
  field: Field,
  row: number,
): boolean {
  if (typeof span === 'boolean') return span;
  let next = row;
  while (next < times.length && field.values[next] == null) next++;
  return next < times.length && (times[next] as number) - lastSeen(times, row) < span;
}

/**
 * Text and colour of a value. Texts without thresholds or mappings get a colour of the palette
 * each.
 */
function stateColors(field: Field, theme: ChartTheme): (value: unknown) => Colored {
  const mode = field.config.color?.mode ?? 'palette-classic';
  const byPalette =
    (field.type === 'string' || field.type === 'boolean') && mode.startsWith('palette');
  const known = new Map<unknown, Colored>();
  let distinct = 0;
  return (value) => {
    let shown = known.get(value);
    if (!shown) {
      const display = field.display?.(value);
      const text = display ? formatted(display) : String(value);
      const mapped = (field.config.mappings?.length ?? 0) > 0 && display?.color;
      const own = byPalette ? theme.series(distinct++) : display?.color;
      const color = mapped || own || theme.series(field.seriesIndex ?? 0);
      shown = { text, color };
      if (known.size < 5000) known.set(value, shown);
    }
    return shown;
  };
}

/**
 * States that merge by threshold: a number within one step is the same state, whatever its exact
 * value.
 */
export function mergedByColor(rows: readonly StateRow[]): StateRow[] {
  return rows.map((row) => {
    if (!colorsByThreshold(row.field)) return row;
    const merged: StateSpan[] = [];
    for (const span of row.spans) {
      const previous = merged[merged.length - 1];
      if (previous && previous.color === span.color && previous.to === span.from) {
        merged[merged.length - 1] = {
          ...previous,
          to: span.to,
          text: stepText(row.field, span.value) ?? previous.text,
        };
      } else {
        merged.push(span);
      }
    }
    return { ...row, spans: merged };
  });
}

/**
 * Whether the number's threshold step is its state. Value panels colour by threshold unless told
 * otherwise.
 */
export function colorsByThreshold({ type, config }: Field): boolean {
  return (
    type === 'number' &&
    !config.mappings?.length &&
    (config.color?.mode ?? 'thresholds') === 'thresholds'
  );
}

function stepText(field: Field, value: unknown): string | undefined {
  const number = Number(value);
  return thresholdStates(field).find(({ from, to }) => number >= from && number < to)?.text;
}

export interface ThresholdState {
  text: string;
  color: string;
  from: number;
  to: number;
}

/** The steps of a field's thresholds as ranges: `< 70`, `70+`. */
export function thresholdStates(field: Field): ThresholdState[] {
  const { thresholds } = field.config;
  if (!thresholds || thresholds.mode === 'percentage') return [];
  const label = (value: number) =>
    field.display ? formatted(field.display(value)) : String(value);
  return thresholds.steps.map(({ value, color }, i) => {
    const next = thresholds.steps[i + 1]?.value;
    const text = value === null ? (next == null ? 'Any' : `< ${label(next)}`) : `${label(value)}+`;
    return { text, color, from: value ?? -Infinity, to: next ?? Infinity };
  });
}

export function spanAt(row: StateRow, time: number): StateSpan | undefined {
  let low = 0;
  let high = row.spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = row.spans[middle] as StateSpan;
    if (time < span.from) high = middle - 1;
    else if (time >= span.to) low = middle + 1;
    else return span;
  }
  return undefined;
}
