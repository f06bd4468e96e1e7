import { describe, expect, test } from 'vitest';
import type { ThresholdsConfig } from '../../../../../data';
import { countBelow, histogram, tickOf, valueRange } from './numbers';
import {
  areSame,
  converted,
  inOrder,
  nextStep,
  percentText,
  rowsOf,
  sharesOf,
  stepsOf,
} from './thresholdRows';

const config = (...limits: (number | null)[]): ThresholdsConfig => ({
  mode: 'absolute',
  steps: limits.map((value, index) => ({ color: `c${index}`, value })),
});

describe('rows', () => {
  test('are shown from the highest step to the base and stored the other way', () => {
    const stored = config(null, 300, 400);
    const rows = rowsOf(stored);
    expect(rows.map(({ step, isBase }) => [step.value, isBase])).toEqual([
      [400, false],
      [300, false],
      [null, true],
    ]);
    expect(stepsOf(rows)).toEqual(stored.steps);
  });

  test('keep their places while a value passes another one; what is stored is sorted', () => {
    const [high, low, base] = rowsOf(config(null, 300, 400));
    const typed = [high!, { ...low!, step: { ...low!.step, value: 500 } }, base!];
    expect(stepsOf(typed).map(({ value }) => value)).toEqual([null, 400, 500]);
    expect(areSame(typed, { mode: 'absolute', steps: stepsOf(typed) })).toBe(true);
    expect(inOrder(typed).map(({ id }) => id)).toEqual([low!.id, high!.id, base!.id]);
  });

  test('a lowest step with a stored value stays the base, below any other', () => {
    const rows = rowsOf(config(50, 80));
    expect(rows.at(-1)).toMatchObject({ isBase: true, step: { value: 50 } });
    const moved = rows.map((row) =>
      row.isBase ? row : { ...row, step: { ...row.step, value: 1 } },
    );
    expect(stepsOf(moved).map(({ value }) => value)).toEqual([50, 1]);
  });

  test('another value from outside is no longer what the rows stand for', () => {
    expect(areSame(rowsOf(config(null, 300)), config(null, 301))).toBe(false);
  });
});

test('the shares of all steps add up, whatever the values', () => {
  let seed = 11;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 50; round += 1) {
    const values = Float64Array.from({ length: 200 }, () => random() * 100).sort();
    const rows = rowsOf(config(null, random() * 120, random() * 120, random() * 120));
    const shares = [...(sharesOf(rows, values, (limit) => limit)?.values() ?? [])];
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  }
  const rows = rowsOf(config(null, 2));
  expect([...sharesOf(rows, Float64Array.of(1, 2, 3, 4), (x) => x)!.values()]).toEqual([
    0.25, 0.75,
  ]);
  expect(sharesOf(rows, new Float64Array(), (x) => x)).toBeUndefined();
});

describe('modes', () => {
  test('convert by the range of the values, and back; base and other keys stay', () => {
    const stored = { ...config(null, 20, 40), kept: 1 } as ThresholdsConfig;
    const percent = converted(stored, 'percentage', { min: 0, max: 80 });
    expect(percent).toMatchObject({ mode: 'percentage', kept: 1 });
    expect(percent.steps.map(({ value }) => value)).toEqual([null, 25, 50]);
    expect(converted(percent, 'absolute', { min: 0, max: 80 })).toEqual(stored);
  });

  test('configured limits go before those of the data', () => {
    const values = Float64Array.of(5, 20);
    expect(valueRange({}, values)).toEqual({ min: 5, max: 20 });
    expect(valueRange({ min: 0, max: 100 }, values)).toEqual({ min: 0, max: 100 });
    expect(valueRange({}, Float64Array.of(5))).toBeUndefined();
    expect(valueRange({}, new Float64Array())).toBeUndefined();
  });
});

test('a new step lies above the others in a color of its own', () => {
  const rows = rowsOf({
    mode: 'absolute',
    steps: [
      { color: 'green', value: null },
      { color: 'yellow', value: 300 },
    ],
  });
  expect(nextStep(rows, { min: 0, max: 400 })).toEqual({ color: 'orange', value: 340 });
  expect(nextStep(rows.slice(1), undefined)).toEqual({ color: 'yellow', value: 80 });
});

test('bins hold every value once', () => {
  const values = Float64Array.of(0, 1, 1, 5, 9.99, 10);
  expect(histogram(values, 0, 10, 5)).toEqual([3, 0, 1, 0, 2]);
  expect(countBelow(values, 1)).toBe(1);
  expect(histogram(values, 0, 10, 7).reduce((a, b) => a + b)).toBe(6);
});

test('ticks are round', () => {
  expect([1, 100, 284, 0.003, 7e9, 0, NaN].map(tickOf)).toEqual([0.01, 1, 5, 0.00005, 1e8, 1, 1]);
});

test('small shares are not shown as none', () => {
  expect([0, 0.0004, 0.094, 1].map(percentText)).toEqual(['0 %', '< 0.1 %', '9.4 %', '100 %']);
});
