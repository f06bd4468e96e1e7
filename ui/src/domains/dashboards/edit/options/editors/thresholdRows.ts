/** Threshold steps as rows of an editor: they keep their places while a value is typed. */
import type { ThresholdsConfig, ThresholdStep } from '../../../../../data';
import { countBelow } from './numbers';

export interface ThresholdRow {
  /** Stays with the row while its value and place change. */
  id: string;
  step: ThresholdStep;
  /** The lowest step: it has no limit, or one without effect. */
  isBase: boolean;
}

const limitOf = ({ value }: ThresholdStep): number => value ?? -Infinity;

export const sortedSteps = (steps: readonly ThresholdStep[]): ThresholdStep[] =>
  steps.toSorted((a, b) => limitOf(a) - limitOf(b));

/** Rows from the highest step to the base; ids of the same places are kept. */
export function rowsOf(
  { steps }: ThresholdsConfig,
  before: readonly ThresholdRow[] = [],
): ThresholdRow[] {
  const sorted = sortedSteps(steps);
  const ids = new Set(before.map(({ id }) => id));
  return sorted
    .map((step, index) => ({
      id: before[sorted.length - 1 - index]?.id ?? freeId(ids),
      step,
      isBase: index === 0,
    }))
    .toReversed();
}

export function freeId(taken: Set<string>): string {
  let number = taken.size;
  while (taken.has(`step-${number}`)) number += 1;
  taken.add(`step-${number}`);
  return `step-${number}`;
}

/** The steps to store, ascending whatever the order of the rows. */
export const stepsOf = (rows: readonly ThresholdRow[]): ThresholdStep[] => {
  const base = rows.filter(({ isBase }) => isBase);
  const others = rows.filter(({ isBase }) => !isBase);
  return [...base.map(({ step }) => step), ...sortedSteps(others.map(({ step }) => step))];
};

export const inOrder = (rows: readonly ThresholdRow[]): ThresholdRow[] =>
  rows.toSorted((a, b) =>
    a.isBase === b.isBase ? limitOf(b.step) - limitOf(a.step) : a.isBase ? 1 : -1,
  );

/** Whether the rows stand for these steps, in any order. */
export const areSame = (rows: readonly ThresholdRow[], { steps }: ThresholdsConfig): boolean =>
  JSON.stringify(stepsOf(rows)) === JSON.stringify(sortedSteps(steps));

export interface Scale {
  min: number;
  max: number;
}

export const toPercent = (value: number, { min, max }: Scale): number =>
  ((value - min) / (max - min)) * 100;

export const toAbsolute = (percent: number, { min, max }: Scale): number =>
  min + ((max - min) * percent) / 100;

const rounded = (value: number): number => Number(value.toPrecision(6));

/** The same limits in the other mode. */
export function converted(
  thresholds: ThresholdsConfig,
  mode: ThresholdsConfig['mode'],
  scale: Scale,
): ThresholdsConfig {
  if (thresholds.mode === mode) return thresholds;
  const convert = mode === 'percentage' ? toPercent : toAbsolute;
  const steps = thresholds.steps.map((step) =>
    typeof step.value === 'number' && Number.isFinite(step.value)
      ? { ...step, value: rounded(convert(step.value, scale)) }
      : step,
  );
  return { ...thresholds, mode, steps };
}

/** The share of the values each row is the step of, 0 to 1; undefined without values. */
export function sharesOf(
  rows: readonly ThresholdRow[],
  values: Float64Array,
  toValue: (limit: number) => number,
): Map<string, number> | undefined {
  if (values.length === 0) return undefined;
  const shares = new Map<string, number>();
  const ascending = inOrder(rows).toReversed();
  ascending.forEach((row, index) => {
    const above = ascending[index + 1];
    const start = index === 0 ? 0 : countBelow(values, toValue(limitOf(row.step)));
    const end = above ? countBelow(values, toValue(limitOf(above.step))) : values.length;
    shares.set(row.id, Math.max(0, end - start) / values.length);
  });
  return shares;
}

const COLORS = ['green', 'yellow', 'orange', 'red', 'purple', 'blue'];

/** A step above all others: a tenth of the scale higher, in a colour not used yet. */
export function nextStep(rows: readonly ThresholdRow[], scale: Scale | undefined): ThresholdStep {
  const used = new Set(rows.map(({ step }) => step.color));
  const color = COLORS.find((name) => !used.has(name)) ?? 'red';
  const limits = rows.flatMap(({ step, isBase }) =>
    isBase || step.value === null ? [] : [step.value],
  );
  const highest = Math.max(...limits);
  if (limits.length === 0) return { color, value: scale ? rounded(toAbsolute(80, scale)) : 80 };
  const room = scale ? (scale.max - scale.min) / 10 : 10;
  return { color, value: rounded(highest + room) };
}

export function percentText(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 0.1 ? '< 0.1' : Number(percent.toFixed(1))} %`;
}
