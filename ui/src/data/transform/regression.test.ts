/** Regression against a second method (QR in place of normal equations) and by its properties. */
import { describe, expect, test } from 'vitest';
import type { Frame } from '../frame';
import { field, frame } from '../testing/fields';
import { transform } from '.';
import { fitPolynomial } from './regression';

const ctx = { timeZone: 'UTC', interpolate: String };
const run = (frames: Frame[], options: Record<string, unknown>): Frame[] =>
  transform(frames, [{ id: 'regression', options }], ctx);

/** A small generator of numbers in 0..1 that is the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

type Point = [number, number];

/** Least squares by Gram-Schmidt orthogonalization of the powers of x. */
function fitByQr(points: readonly Point[], degree: number): (x: number) => number {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const columns = Array.from({ length: degree + 1 }, (_, k) => points.map(([x]) => x ** k));
  const basis: number[][] = [];
  const upper = columns.map((column, k) => {
    let rest = column;
    // Twice, because rounding leaves parts of the earlier directions.
    const parts = new Array<number>(degree + 1).fill(0);
    for (const _ of [1, 2])
      basis.forEach((direction, index) => {
        const part = dot(direction, rest);
        parts[index] = (parts[index] ?? 0) + part;
        rest = rest.map((value, row) => value - part * (direction[row] ?? 0));
      });
    parts[k] = Math.sqrt(dot(rest, rest));
    basis.push(rest.map((value) => value / (parts[k] ?? 1)));
    return parts;
  });
  const y = points.map(([, value]) => value);
  const right = basis.map((direction) => dot(direction, y));
  const found = new Array<number>(degree + 1).fill(0);
  for (let k = degree; k >= 0; k -= 1) {
    let rest = right[k] ?? 0;
    for (let column = k + 1; column <= degree; column += 1)
      rest -= (upper[column]?.[k] ?? 0) * (found[column] ?? 0);
    found[k] = rest / (upper[k]?.[k] ?? 1);
  }
  return (x) => found.reduceRight((value, each) => value * x + each, 0);
}

describe('a fitted polynomial', () => {
  const noisy = (seed: number, count: number): Point[] => {
    const next = random(seed);
    return Array.from({ length: count }, () => [next() * 4 - 1, next() * 10 - 5]);
  };

  test.each([1, 2, 3, 4, 5])('of degree %i is that of another method', (degree) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const points = noisy(seed, 8 + (seed % 30));
      const ours = fitPolynomial(points, degree);
      const theirs = fitByQr(points, degree);
      for (const [x] of points) expect(ours(x)).toBeCloseTo(theirs(x), 6);
    }
  });

  test.each([1, 2, 3, 4, 5])('of degree %i has no smaller error next to it', (degree) => {
    const points = noisy(99, 40);
    const fitted = fitPolynomial(points, degree);
    for (let k = 0; k <= degree; k += 1) {
      const slope = points.reduce((sum, [x, y]) => sum + (y - fitted(x)) * x ** k, 0);
      expect(slope).toBeCloseTo(0, 6);
    }
  });

  test('goes through as many points as it has coefficients', () => {
    const points: Point[] = [
      [0, 1],
      [1, -2],
      [3, 7],
    ];
    const fitted = fitPolynomial(points, 5);
    for (const [x, y] of points) expect(fitted(x)).toBeCloseTo(y, 9);
  });

  test('keeps its precision over times', () => {
    const start = 1_700_000_000_000;
    const points = Array.from({ length: 50 }, (_, i): Point => [start + i * 60_000, 3 + i * i]);
    const fitted = fitPolynomial(points, 2);
    for (const [x, y] of points) expect(fitted(x)).toBeCloseTo(y, 6);
  });
});

describe('the step regression', () => {
  const table = (): Frame[] => [
    frame([
      field('Time', [1000, 2000, 3000, 4000], { type: 'time' }),
      field('cpu', [10, null, 30, 40]),
    ]),
  ];

  test('appends a frame with the line of least squares', () => {
    const frames = run(table(), { xFieldName: 'Time', yFieldName: 'cpu', predictionCount: 4 });
    expect(frames).toHaveLength(2);
    const [x, y] = frames[1]?.fields ?? [];
    expect(frames[1]?.name).toBe('linear regression');
    expect([x?.name, x?.type, x?.values]).toEqual(['Time', 'time', [1000, 2000, 3000, 4000]]);
    expect(y?.name).toBe('cpu predicted');
    [10, 20, 30, 40].forEach((value, row) => expect(y?.values[row]).toBeCloseTo(value, 9));
  });

  test('has a hundred points unless another number is given', () => {
    const frames = run(table(), { modelType: 'polynomial', xFieldName: 'Time', yFieldName: 'cpu' });
    expect(frames[1]?.name).toBe('polynomial regression');
    expect(frames[1]?.length).toBe(100);
    expect(frames[1]?.fields[0]?.values.at(-1)).toBe(4000);
  });

  test('takes the time and the first number where no field is chosen', () => {
    const frames = run(table(), {});
    expect(frames[1]?.fields.map(({ name }) => name)).toEqual(['Time', 'cpu predicted']);
  });

  test.each([
    [{ xFieldName: 'Time', yFieldName: 'nope' }, 'no field "nope"'],
    [{ xFieldName: 'Time', yFieldName: 'far' }, 'different tables'],
  ])('says what is missing: %j', (options, message) => {
    const frames = run([...table(), frame([field('far', [1, 2])])], options);
    expect(frames).toHaveLength(2);
    expect(frames[0]?.meta?.notices?.[0]?.text).toContain(message);
  });
});
