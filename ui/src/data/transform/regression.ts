/** A polynomial fitted to two columns by least squares, as a frame next to the others. */
import { fieldDisplayName } from '../field/names';
import type { Field, Frame } from '../frame';
import {
  findField,
  makeField,
  makeFrame,
  numberOption,
  textOption,
  timeFieldOf,
  type Transform,
} from './context';

const POINTS = 100;
const MOST_POINTS = 10_000;
const HIGHEST_DEGREE = 5;

/**
 * Appends the frame `linear regression` or `polynomial regression`, with points at equal distances
 * from the smallest to the largest x. Rows without a number in one of the columns do not count.
 */
export const regression: Transform = (frames, options) => {
  const x = columnOf(frames, textOption(options['xFieldName']), firstX);
  const y = columnOf(frames, textOption(options['yFieldName']), (frame) =>
    frame.fields.find((field) => field.type === 'number' && field !== x?.field),
  );
  if (!x || !y) return frames;
  if (x.frame !== y.frame) throw new Error('The fields X and Y are in different tables.');
  const model = options['modelType'] === 'polynomial' ? 'polynomial' : 'linear';
  const degree =
    model === 'linear'
      ? 1
      : Math.min(HIGHEST_DEGREE, Math.max(1, Math.round(numberOption(options['degree']) ?? 2)));
  const points = pointsOf(x.field, y.field);
  if (points.length === 0) return frames;
  const fitted = fitPolynomial(points, degree);
  const count = Math.round(numberOption(options['predictionCount']) ?? POINTS);
  const places = spread(points, Math.min(MOST_POINTS, Math.max(2, count)));
  const config = { ...y.field.config };
  delete config.displayName;
  delete config.displayNameFromDS;
  const fields = [
    makeField(x.field.name, x.field.type, places, x.field.config),
    makeField(`${y.shown} predicted`, 'number', places.map(fitted), config),
  ];
  return [...frames, makeFrame(fields, { name: `${model} regression` })];
};

interface Column {
  frame: Frame;
  field: Field;
  shown: string;
}

/** Return the named column, or without a name the one that the first frame offers. */
function columnOf(
  frames: readonly Frame[],
  name: string,
  fallback: (frame: Frame) => Field | undefined,
): Column | undefined {
  for (const frame of frames) {
    const field = name ? findField(frame, frames, name) : fallback(frame);
    if (field) return { frame, field, shown: fieldDisplayName(field, frame, frames) };
  }
  if (name) throw new Error(`There is no field "${name}".`);
  return undefined;
}

function firstX(frame: Frame): Field | undefined {
  return timeFieldOf(frame) ?? frame.fields.find(({ type }) => type === 'number');
}

type Point = readonly [x: number, y: number];

function pointsOf(x: Field, y: Field): Point[] {
  const points: Point[] = [];
  y.values.forEach((value, row) => {
    const at = x.values[row];
    if (Number.isFinite(value) && Number.isFinite(at)) points.push([at as number, value as number]);
  });
  return points;
}

function boundsOf(points: readonly Point[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const [x] of points) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return [low, high];
}

function spread(points: readonly Point[], count: number): number[] {
  const [low, high] = boundsOf(points);
  const step = (high - low) / (count - 1);
  return Array.from({ length: count }, (_, index) => low + index * step);
}

/**
 * Return the polynomial of least squares; its degree is lower where there are too few distinct x.
 * Computed over -1..1, because powers of times would exceed the precision of numbers.
 */
export function fitPolynomial(points: readonly Point[], degree: number): (x: number) => number {
  const [low, high] = boundsOf(points);
  const middle = (low + high) / 2;
  const half = (high - low) / 2 || 1;
  const scaled = (x: number): number => (x - middle) / half;
  const distinct = new Set(points.map(([x]) => x)).size;
  const size = Math.min(degree, distinct - 1) + 1;
  const sums = new Array<number>(2 * size - 1).fill(0);
  const right = new Array<number>(size).fill(0);
  for (const [x, y] of points) {
    let power = 1;
    for (let k = 0; k < sums.length; k += 1) {
      sums[k] = (sums[k] ?? 0) + power;
      if (k < size) right[k] = (right[k] ?? 0) + power * y;
      power *= scaled(x);
    }
  }
  const rows = right.map((sum, row) => [...sums.slice(row, row + size), sum]);
  const coefficients = solve(rows);
  return (x) => coefficients.reduceRight((value, each) => value * scaled(x) + each, 0);
}

/** Solve a system of linear equations by Gaussian elimination; rows end with their right side. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    for (let row = column + 1; row < size; row += 1) {
      const factor = at(row, column) / at(column, column);
      rows[row] = (rows[row] ?? []).map((value, each) => value - factor * at(column, each));
    }
  }
  const result = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = at(row, size);
    for (let column = row + 1; column < size; column += 1)
      rest -= at(row, column) * (result[column] ?? 0);
    result[row] = rest / at(row, row);
  }
  return result;
}
