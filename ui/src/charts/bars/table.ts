/** Categories and series of a bar chart, from frames. */
import type { Field, Frame } from '../../data/frame';
import { formatted } from '../../data/format/value';
import { timeLabels } from '../timeAxis';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface BarSeries {
  id: string;
  name: string;
  field: Field;
  values: (number | null)[];
}

export interface BarTable {
  categories: string[];
  series: BarSeries[];
  /** For each category the row of the first frame, for links and the colour field. */
  rows: number[];
  frame?: Frame;
}

/**
 * The x field is the one named, else the first text, else the time. Frames that share it are
 * brought together by its text; rows of one frame stay apart even where their text is equal.
 */
export function barTable(frames: readonly Frame[], xField: string, timeZone: string): BarTable {
  const usable = frames
    .map((frame) => ({ frame, x: findX(frame, xField) }))
    .filter((one): one is { frame: Frame; x: Field } => one.x !== undefined);
  const first = usable[0];
  if (!first) return { categories: [], series: [], rows: [] };
  const categories = labelsOf(first.x, timeZone);
  const rows = categories.map((_, i) => i);
  const series: BarSeries[] = [];
  for (const { frame, x } of usable) {
    const position =
      frame === first.frame ? undefined : positions(labelsOf(x, timeZone), categories, rows);
    for (const field of frame.fields) {
      if (field === x || field.type !== 'number') continue;
      const name = field.displayName ?? field.name;
      const id = series.some((known) => known.id === name) ? `${name} ${series.length}` : name;
      series.push({ id, name, field, values: placed(field.values as (number | null)[], position) });
    }
  }
  for (const one of series) while (one.values.length < categories.length) one.values.push(null);
  return { categories, series, rows, frame: first.frame };
}

function findX(frame: Frame, xField: string): Field | undefined {
  if (frame.meta?.dataTopic === 'annotations') return undefined;
  const named = frame.fields.find((field) => field.name === xField || field.displayName === xField);
  const of = (type: string) => frame.fields.find((field) => field.type === type);
  return (xField && named) || of('string') || of('time') || of('enum') || of('boolean');
}

function labelsOf(x: Field, timeZone: string): string[] {
  if (x.type === 'time') {
    const times = x.values as number[];
    const span = Math.abs((times[times.length - 1] ?? 0) - (times[0] ?? 0));
    const step = times.length > 1 ? span / (times.length - 1) : minute;
    if (step >= day || span < day) return timeLabels(times, step, timeZone);
    const dates = timeLabels(times, day, timeZone);
    return timeLabels(times, minute, timeZone).map((clock, i) =>
      clock === dates[i] ? clock : `${dates[i]} ${clock}`,
    );
  }
  return x.values.map((value) => {
    const display = x.display?.(value);
    return display ? formatted(display) : String(value ?? '');
  });
}

/** Where each row goes; categories the first frame does not have are appended. */
function positions(labels: readonly string[], categories: string[], rows: number[]): number[] {
  return labels.map((label) => {
    const known = categories.indexOf(label);
    if (known >= 0) return known;
    rows.push(-1);
    return categories.push(label) - 1;
  });
}

function placed(
  values: readonly (number | null)[],
  position: readonly number[] | undefined,
): (number | null)[] {
  const finite = values.map((value) =>
    typeof value === 'number' && Number.isFinite(value) ? value : null,
  );
  if (!position) return finite;
  const result: (number | null)[] = [];
  position.forEach((at, row) => (result[at] = finite[row] ?? null));
  return Array.from(result, (value) => value ?? null);
}
