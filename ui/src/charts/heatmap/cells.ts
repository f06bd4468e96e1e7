/** Cells of a heatmap, from bucket rows, from ready cells, or counted here from series. */
import type { Field, Frame } from '../../data/frame';
import { alignTables, ascending, type Table, type Value } from '../align';

export interface Cell {
  /** Milliseconds, from inclusive, to exclusive. */
  from: number;
  to: number;
  /** In units of the y axis: values, or the number of the row where rows are equally high. */
  low: number;
  high: number;
  /** Index of the row, for its name. */
  row: number;
  count: number;
}

export interface HeatmapRow {
  /** The bounds as values; null where a bucket is open. */
  low: number | null;
  high: number | null;
  name: string;
}

export interface HeatmapCells {
  cells: Cell[];
  /** `rows`: every row is equally high. */
  scale: 'rows' | 'linear' | 'log';
  base: 2 | 10;
  rows: HeatmapRow[];
  /** Ends of the y axis in its units. */
  low: number;
  high: number;
  /** The field whose unit bucket bounds without their own have. */
  valueField?: Field;
}

export interface BucketSettings {
  mode: 'count' | 'size';
  value: string;
  scale?: { type: string; log?: number };
}

export type RowsLayout = 'auto' | 'le' | 'ge' | 'unknown';

const empty: HeatmapCells = { cells: [], scale: 'rows', base: 2, rows: [], low: 0, high: 1 };

/**
 * Rows of counts: one number field for each bucket, named by its bound. Frames of several groups
 * are added up.
 */
export function rowCells(frames: readonly Frame[], layout: RowsLayout): HeatmapCells {
  const fields: Field[] = [];
  const tables: Table[] = [];
  for (const frame of frames) {
    const time = frame.fields.find((field) => field.type === 'time');
    if (!time) continue;
    const numbers = frame.fields.filter((field) => field.type === 'number');
    fields.push(...numbers);
    tables.push(
      ascending({
        times: time.values as number[],
        columns: numbers.map((field) => field.values as Value[]),
      }),
    );
  }
  if (fields.length === 0) return empty;
  const { times, columns } = alignTables(tables);
  const merged = mergeRows(fields, columns, times.length);
  const bounds = merged.map(({ bound }) => bound);
  const used =
    layout === 'auto' ? (bounds.every((bound) => !Number.isNaN(bound)) ? 'le' : 'unknown') : layout;
  if (used !== 'unknown') merged.sort((a, b) => a.bound - b.bound);
  const rows = merged.map((row, i) =>
    bucketRow(used, row, merged[i - 1]?.bound, merged[i + 1]?.bound),
  );
  const step = smallestStep(times);
  const cells: Cell[] = [];
  merged.forEach(({ values }, row) => {
    times.forEach((time, i) => {
      const count = values[i];
      if (count == null || Number.isNaN(count)) return;
      cells.push({ from: time - step, to: time, low: row, high: row + 1, row, count });
    });
  });
  return { cells, scale: 'rows', base: 2, rows, low: 0, high: rows.length, valueField: fields[0] };
}

interface MergedRow {
  name: string;
  bound: number;
  values: Value[];
}

function mergeRows(
  fields: readonly Field[],
  columns: readonly Value[][],
  length: number,
): MergedRow[] {
  const rows = new Map<string, MergedRow>();
  fields.forEach((field, i) => {
    const name = field.labels?.['le'] ?? field.displayName ?? field.name;
    const column = columns[i] as Value[];
    const known = rows.get(name);
    if (!known) {
      rows.set(name, { name, bound: boundOf(name), values: column });
      return;
    }
    const added = known.values;
    known.values = Array.from({ length }, (_, at) =>
      added[at] == null ? column[at] : (added[at] as number) + (column[at] ?? 0),
    );
  });
  return [...rows.values()];
}

function boundOf(name: string): number {
  if (/^\+?inf(inity)?$/i.test(name.trim())) return Infinity;
  return name.trim() === '' ? NaN : Number(name);
}

function bucketRow(
  layout: RowsLayout,
  row: MergedRow,
  before?: number,
  after?: number,
): HeatmapRow {
  const finite = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) ? value : null;
  if (layout === 'unknown') return { low: null, high: null, name: row.name };
  if (layout === 'ge') return { low: row.bound, high: finite(after), name: row.name };
  return { low: finite(before), high: finite(row.bound), name: row.name };
}

/**
 * Cells a source already made: a time field and bounds named `xMin`/`xMax`, `yMin`/`yMax`, and a
 * count.
 */
export function readyCells(frames: readonly Frame[]): HeatmapCells {
  const cells: Cell[] = [];
  let valueField: Field | undefined;
  for (const frame of frames) {
    const named = (name: string) => frame.fields.find((field) => field.name === name);
    const time =
      named('xMax') ?? named('xMin') ?? frame.fields.find((field) => field.type === 'time');
    const low = named('yMin');
    const high = named('yMax');
    const isBound = ({ name }: Field) => /^y(Min|Max|Layout)$/.test(name);
    const count =
      named('count') ?? frame.fields.find((field) => field.type === 'number' && !isBound(field));
    if (!time || !count || (!low && !high)) continue;
    valueField ??= high ?? low;
    const times = time.values as number[];
    const step = time.config.interval ?? smallestStep([...new Set(times)].sort((a, b) => a - b));
    const endsAt = time.name === 'xMax';
    for (let i = 0; i < frame.length; i++) {
      const at = times[i] as number;
      const bottom = Number(low?.values[i] ?? high?.values[i]);
      const top = Number(high?.values[i] ?? bottom);
      const value = Number(count.values[i]);
      if (!Number.isFinite(bottom) || !Number.isFinite(top) || Number.isNaN(value)) continue;
      const from = endsAt ? at - step : at;
      cells.push({ from, to: from + step, low: bottom, high: top, row: -1, count: value });
    }
  }
  return { ...measured(cells), valueField };
}

/** Series counted into buckets of time and value. */
export function countedCells(
  frames: readonly Frame[],
  range: { from: number; to: number },
  x: BucketSettings,
  y: BucketSettings,
): HeatmapCells {
  const series = frames.flatMap((frame) => {
    const time = frame.fields.find((field) => field.type === 'time');
    if (!time) return [];
    return frame.fields
      .filter((field) => field.type === 'number')
      .map((field) => ({ field, times: time.values as number[], values: field.values as Value[] }));
  });
  let low = Infinity;
  let high = -Infinity;
  for (const { values } of series) {
    for (const value of values) {
      if (value == null || !Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return empty;
  const width = timeBucket(range, x);
  const bucketOf = valueBuckets(low, high, y);
  const counts = new Map<string, Cell>();
  for (const { times, values } of series) {
    values.forEach((value, i) => {
      const time = times[i] as number;
      if (value == null || !Number.isFinite(value) || time < range.from || time > range.to) return;
      const bucket = bucketOf(value);
      if (!bucket) return;
      const from = Math.floor(time / width) * width;
      const key = `${from} ${bucket[0]}`;
      const cell = counts.get(key);
      if (cell) cell.count++;
      else
        counts.set(key, {
          from,
          to: from + width,
          low: bucket[0],
          high: bucket[1],
          row: -1,
          count: 1,
        });
    });
  }
  const log = y.scale?.type === 'log';
  const result = measured([...counts.values()]);
  return {
    ...result,
    scale: log ? 'log' : 'linear',
    base: y.scale?.log === 10 ? 10 : 2,
    valueField: series[0]?.field,
  };
}

/** Width of a column: as given, or a round length that gives about as many as asked for. */
export function timeBucket(
  range: { from: number; to: number },
  { mode, value }: BucketSettings,
): number {
  if (mode === 'size') {
    const parts = /^([\d.]+)\s*(ms|s|m|h|d|w)?$/.exec(value.trim());
    const unit = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 }[parts?.[2] ?? 'ms'] ?? 1;
    const size = Number(parts?.[1]) * unit;
    if (size > 0) return Math.max(size, (range.to - range.from) / 2000);
  }
  const wanted =
    (range.to - range.from) / (Number(value) > 0 && mode === 'count' ? Number(value) : 60);
  const round = [
    1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 604800,
  ];
  return (
    1000 *
    (round.find((seconds) => seconds * 1000 >= wanted) ?? Math.ceil(wanted / 86_400_000) * 86_400)
  );
}

/**
 * For a value the bounds of its bucket: round steps, or fractions of powers on a logarithmic axis.
 */
export function valueBuckets(low: number, high: number, { mode, value, scale }: BucketSettings) {
  const given = Number(value);
  if (scale?.type === 'log') {
    const base = scale.log === 10 ? 10 : 2;
    const perPower = given > 0 ? given : 1;
    return (v: number): [number, number] | null => {
      if (v <= 0) return null;
      const at = Math.floor((Math.log(v) / Math.log(base)) * perPower + 1e-9);
      return [base ** (at / perPower), base ** ((at + 1) / perPower)];
    };
  }
  const span = high - low || Math.abs(high) || 1;
  const size = mode === 'size' && given > 0 ? given : roundStep(span / (given > 0 ? given : 25));
  return (v: number): [number, number] => {
    const at = Math.floor(v / size + 1e-9);
    return [at * size, (at + 1) * size];
  };
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= wanted * 0.999) ?? 10);
}

/**
 * Range and kind of the y axis of cells with numeric bounds: bounds that grow by a factor want a
 * logarithm.
 */
function measured(cells: Cell[]): HeatmapCells {
  let low = Infinity;
  let high = -Infinity;
  let growing = cells.length > 0;
  for (const cell of cells) {
    low = Math.min(low, cell.low);
    high = Math.max(high, cell.high);
    growing &&= cell.low > 0;
  }
  if (low > high) return empty;
  const ratios = new Set(cells.slice(0, 200).map((cell) => (cell.high / cell.low).toFixed(4)));
  const widths = new Set(cells.slice(0, 200).map((cell) => (cell.high - cell.low).toPrecision(4)));
  const scale = growing && ratios.size < widths.size ? 'log' : 'linear';
  return { cells, scale, base: 2, rows: [], low, high };
}

function smallestStep(times: readonly number[]): number {
  let step = Infinity;
  for (let i = 1; i < times.length; i++) {
    const distance = (times[i] as number) - (times[i - 1] as number);
    if (distance > 0 && distance < step) step = distance;
  }
  return Number.isFinite(step) ? step : 60_000;
}
