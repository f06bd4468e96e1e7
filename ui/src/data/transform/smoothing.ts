/**
 * Lines without their noise, by the objective of ASAP (arXiv:1703.00983): the moving average that is
 * least rough and still shows what is unusual.
 */
import { fieldDisplayName } from '../field/names';
import type { Field, Frame } from '../frame';
import { makeField, numberOption, timeFieldOf, type Transform } from './context';

const RESOLUTION = 100;
const MOST_POINTS = 1000;

/** Adds `name (smoothed)` for each column of numbers; `resolution` is the number of points used. */
export const smoothing: Transform = (frames, options) => {
  const resolution = Math.round(numberOption(options['resolution']) ?? RESOLUTION);
  const count = Math.min(MOST_POINTS, Math.max(2, resolution));
  return frames.map((frame) => {
    const time = timeFieldOf(frame);
    if (!time) return frame;
    const added = frame.fields
      .filter(({ type }) => type === 'number')
      .map((field) => smoothed(field, time, count, frame, frames));
    return { ...frame, fields: [...frame.fields, ...added] };
  });
};

interface Points {
  x: number[];
  y: number[];
}

function smoothed(
  field: Field,
  time: Field,
  count: number,
  frame: Frame,
  frames: readonly Frame[],
): Field {
  const { x, y } = inBuckets(pointsOf(field, time), count);
  const line = { x, y: averaged(y, bestWindow(y)) };
  const values = field.values.map((value, row) =>
    isPoint(value, time.values[row]) ? valueOf(line, time.values[row] as number) : null,
  );
  const { displayName: _a, displayNameFromDS: _b, ...config } = field.config;
  const name = `${fieldDisplayName(field, frame, frames)} (smoothed)`;
  return makeField(name, 'number', values, config);
}

const isPoint = (value: unknown, at: unknown): boolean =>
  Number.isFinite(value) && Number.isFinite(at);

function pointsOf(field: Field, time: Field): [number, number][] {
  return field.values
    .flatMap((value, row): [number, number][] =>
      isPoint(value, time.values[row]) ? [[time.values[row] as number, value as number]] : [],
    )
    .sort(([a], [b]) => a - b);
}

/** Means of as many neighbours as leave about `count` points. */
function inBuckets(points: readonly [number, number][], count: number): Points {
  const size = Math.max(1, Math.floor(points.length / count));
  const x: number[] = [];
  const y: number[] = [];
  for (let start = 0; start < points.length; start += size) {
    const bucket = points.slice(start, start + size);
    x.push(mean(bucket.map(([at]) => at)));
    y.push(mean(bucket.map(([, value]) => value)));
  }
  return { x, y };
}

/** The window, up to a tenth of the points, whose average is least rough without losing outliers. */
export function bestWindow(values: readonly number[]): number {
  const wanted = kurtosis(values);
  let best = 1;
  let least = roughness(values);
  for (let window = 2; window <= values.length / 10; window += 1) {
    const candidate = movingAverage(values, window);
    const rough = roughness(candidate);
    if (rough < least && kurtosis(candidate) >= wanted) [best, least] = [window, rough];
  }
  return best;
}

function movingAverage(values: readonly number[], window: number): number[] {
  const result: number[] = [];
  let sum = 0;
  values.forEach((value, index) => {
    sum += value;
    if (index >= window) sum -= values[index - window] ?? 0;
    if (index >= window - 1) result.push(sum / window);
  });
  return result;
}

/** As many values as came in: at the ends over those that exist. */
function averaged(values: readonly number[], window: number): number[] {
  const before = Math.floor((window - 1) / 2);
  return values.map((_value, index) => {
    const start = index - before;
    return mean(values.slice(Math.max(0, start), start + window));
  });
}

/** The line between the two points around `at`. */
function valueOf({ x, y }: Points, at: number): number {
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((x[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  const [left = 0, right = 0] = [x[low], x[high]];
  const [from = 0, to = 0] = [y[low], y[high]];
  const share = right > left ? Math.min(1, Math.max(0, (at - left) / (right - left))) : 0;
  return from + (to - from) * share;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function moment(values: readonly number[], order: number): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** order));
}

const roughness = (values: readonly number[]): number =>
  Math.sqrt(moment(differences(values), 2)) || 0;

const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => value - (values[index] ?? 0));

const kurtosis = (values: readonly number[]): number =>
  moment(values, 4) / moment(values, 2) ** 2 || 0;
