import { expect, test } from 'vitest';
import type { Frame } from '../frame';
import { field, frame } from '../testing/fields';
import { transform } from '.';
import { bestWindow } from './smoothing';

/** Noise that is the same in every run. */
function noise(count: number): number[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  });
}
const COUNT = 1000;
const wave = (): number[] =>
  noise(COUNT).map((value, index) => 10 * Math.sin(index / 50) + value * 4);
const run = (values: unknown[], options: Record<string, unknown> = {}): Frame => {
  const time = field(
    'Time',
    values.map((_value, index) => index * 1000),
    { type: 'time' },
  );
  const steps = [{ id: 'smoothing', options }];
  const context = { timeZone: 'UTC', interpolate: String };
  return transform([frame([time, field('cpu', values)])], steps, context)[0] as Frame;
};
const rough = (values: readonly number[]): number =>
  values.slice(1).reduce((sum, value, index) => sum + Math.abs(value - (values[index] ?? 0)), 0);

test('a smoothed line stands beside the original, close to it and less rough', () => {
  const values = wave();
  const [, original, smooth] = run(values).fields;
  expect(original?.values).toBe(values);
  expect(smooth?.name).toBe('cpu (smoothed)');
  const found = smooth?.values as number[];
  expect(rough(found)).toBeLessThan(rough(values) / 5);
  const furthest = Math.max(
    ...found.map((value, row) => Math.abs(value - Math.sin(row / 50) * 10)),
  );
  expect(furthest).toBeLessThan(3);
});

test('a higher resolution follows the original more closely', () => {
  const values = wave();
  const distance = (resolution: number): number =>
    ((run(values, { resolution }).fields[2]?.values ?? []) as number[]).reduce(
      (sum, value, row) => sum + Math.abs(value - (values[row] ?? 0)),
      0,
    );
  expect(distance(500)).toBeLessThan(distance(20));
});

test('an outlier among equal values is not averaged away', () => {
  const values = noise(200);
  values[100] = 50;
  const average = bestWindow(values);
  expect(average).toBeLessThanOrEqual(values.length / 10);
  const found = run(values, { resolution: 200 }).fields[2]?.values as number[];
  expect(found.indexOf(Math.max(...found))).toBeCloseTo(100, -1);
});

test('missing values stay missing, and few or no points are no error', () => {
  expect(run([1, null, NaN, 3]).fields[2]?.values).toEqual([1, null, null, 3]);
  expect(run([]).fields[2]?.values).toEqual([]);
  expect(run([null]).fields[2]?.values).toEqual([null]);
  expect(run([7]).fields[2]?.values).toEqual([7]);
});
