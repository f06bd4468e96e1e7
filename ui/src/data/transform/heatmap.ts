/** Points of series counted into cells of time and value. */
import { calculateInterval } from '../time/interval';
import { parseDuration } from '../time/duration';
import {
  makeField,
  makeFrame,
  numberOption,
  optionsOf,
  timeFieldOf,
  type Options,
  type Transform,
} from './context';

const TIME_CELLS = 20;
const VALUE_CELLS = 10;
/** More cells than this could not be drawn, whatever a file asks for. */
const MOST_CELLS = 250_000;

/**
 * Columns `xMin`, `yMin`, `Count`, rows ordered by time then value; `meta.custom` has the size of a
 * cell.
 */
export const heatmap: Transform = (frames, options) => {
  const yOptions = optionsOf(options['yBuckets']);
  const isLog = logBaseOf(yOptions) > 1;
  const points: [number, number][] = [];
  for (const frame of frames) {
    const time = timeFieldOf(frame);
    if (!time) continue;
    for (const field of frame.fields) {
      if (field.type !== 'number') continue;
      field.values.forEach((value, row) => {
        const at = time.values[row];
        if (typeof value !== 'number' || !Number.isFinite(value) || typeof at !== 'number') return;
        if (value > 0 || !isLog) points.push([at, value]);
      });
    }
  }
  if (points.length === 0) return frames;
  const x = axisOf(
    points.map(([at]) => at),
    optionsOf(options['xBuckets']),
    timeSize,
  );
  const y = axisOf(
    points.map(([, value]) => value),
    yOptions,
    valueSize,
  );
  if (x.count * y.count > MOST_CELLS)
    throw new Error(`${x.count} x ${y.count} cells are too many. Choose larger buckets.`);
  const counts = new Array<number>(x.count * y.count).fill(0);
  for (const [at, value] of points) {
    const index = x.cellOf(at) * y.count + y.cellOf(value);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const cells = counts.map((_, index) => index);
  const unit = frames[0]?.fields.find((field) => field.type === 'number')?.config;
  return [
    makeFrame(
      [
        makeField(
          'xMin',
          'time',
          cells.map((index) => x.startOf(Math.floor(index / y.count))),
        ),
        makeField(
          'yMin',
          'number',
          cells.map((index) => y.startOf(index % y.count)),
          unit ? { ...unit } : {},
        ),
        makeField('Count', 'number', counts),
      ],
      {
        meta: {
          type: 'heatmap-cells',
          custom: { xSize: x.size, ySize: y.size, xCount: x.count, yCount: y.count, yLog: y.log },
        },
      },
    ),
    ...(options['keepOriginalData'] === true ? frames : []),
  ];
};

interface Axis {
  count: number;
  size: number;
  /** Base of a logarithmic axis, whose cells grow by that factor. */
  log?: number;
  cellOf(value: number): number;
  startOf(cell: number): number;
}

/** The base of a logarithmic scale; 0 for a linear one. */
function logBaseOf(options: Options): number {
  const scale = optionsOf(options['scale']);
  return scale['type'] === 'log' ? (numberOption(scale['log']) ?? 10) : 0;
}

/** A logarithm is exact at the powers of its base only where its base is known. */
function measureOf(base: number): (value: number) => number {
  if (base <= 1) return (value) => value;
  if (base === 10) return Math.log10;
  if (base === 2) return Math.log2;
  return (value) => Math.log(value) / Math.log(base);
}

type SizeOf = (span: number, mode: string, stored: unknown) => number;

function axisOf(values: readonly number[], options: Options, sizeOf: SizeOf): Axis {
  const base = logBaseOf(options);
  const measure = measureOf(base);
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    const place = measure(value);
    min = Math.min(min, place);
    max = Math.max(max, place);
  }
  const size =
    base > 1
      ? 1 / (numberOption(options['value']) ?? 1)
      : sizeOf(max - min, String(options['mode'] ?? ''), options['value']);
  const first = Math.floor(min / size);
  const count = Math.floor(max / size) - first + 1;
  return {
    count,
    size,
    ...(base > 1 ? { log: base } : {}),
    cellOf: (value) => Math.min(count - 1, Math.max(0, Math.floor(measure(value) / size) - first)),
    startOf: (cell) => (base > 1 ? base ** ((first + cell) * size) : (first + cell) * size),
  };
}

const timeSize: SizeOf = (span, mode, stored) => {
  if (mode === 'size') {
    const wanted = typeof stored === 'string' ? parseDuration(stored) : numberOption(stored);
    if (wanted && wanted > 0) return wanted;
  }
  return calculateInterval({ from: 0, to: span || 60_000 }, countOf(mode, stored, TIME_CELLS))
    .intervalMs;
};

const valueSize: SizeOf = (span, mode, stored) => {
  const wanted = numberOption(stored);
  if (mode === 'size' && wanted && wanted > 0) return wanted;
  const rough = (span || 1) / countOf(mode, stored, VALUE_CELLS);
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((step) => step * magnitude >= rough) ?? 10) * magnitude;
};

function countOf(mode: string, stored: unknown, fallback: number): number {
  const count = numberOption(stored);
  return mode === 'count' && count && count > 0 ? count : fallback;
}
