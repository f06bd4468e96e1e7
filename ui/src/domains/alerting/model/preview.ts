/** What the queries of a rule came to, and where its limits lie on a graph. Pure. */
import type { Frame, Labels as FieldLabels, ThresholdStep } from '../../../data';
import type { Evaluator } from './body';
import type { RuleLogic } from './draft';
import { isRange, type ThresholdCondition } from '../../../sdk/editor/expressions/expressions';
import { expressionOf, isExpression, upstream } from './expressions';

export interface Item {
  labels: FieldLabels;
  /** The last value of a series. */
  value: number | null;
  isSeries: boolean;
}

/** The numbers of a query, one for each set of labels. Exemplars and other annotations are none. */
export function itemsOf(frames: readonly Frame[]): Item[] {
  return frames
    .filter(({ meta }) => meta?.dataTopic !== 'annotations')
    .flatMap((frame) =>
      isWide(frame)
        ? frame.fields
            .filter(({ type }) => type === 'number')
            .map(({ labels = {}, values }) => ({
              labels,
              value: numberOf(values.at(-1)),
              isSeries: values.length > 1,
            }))
        : rowsOf(frame),
    );
}

/** A table of several rows without a time has an item a row; its texts are the labels. */
function isWide({ fields, length }: Frame): boolean {
  return length <= 1 || fields.some(({ type }) => type === 'time')
    ? !fields.some(({ type }) => type === 'string')
    : false;
}

function rowsOf({ fields, length }: Frame): Item[] {
  const number = fields.find(({ type }) => type === 'number');
  if (!number) return [];
  return Array.from({ length }, (_, row) => ({
    labels: Object.fromEntries(
      fields
        .filter(({ type }) => type === 'string')
        .map(({ name, values }) => [name, String(values[row] ?? '')]),
    ),
    value: numberOf(number.values[row]),
    isSeries: false,
  }));
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function passes({ type, params = [] }: Evaluator, value: number): boolean {
  const [first = NaN, second = NaN] = params;
  const [low, high] = [Math.min(first, second), Math.max(first, second)];
  switch (type) {
    case 'gt':
      return value > first;
    case 'gte':
      return value >= first;
    case 'lt':
      return value < first;
    case 'lte':
      return value <= first;
    case 'eq':
      return value === first;
    case 'ne':
      return value !== first;
    case 'within_range':
      return value > low && value < high;
    case 'within_range_included':
      return value >= low && value <= high;
    case 'outside_range':
      return value < low || value > high;
    case 'outside_range_included':
      return value <= low || value >= high;
    default:
      return false;
  }
}

const COLORS = ['red', 'orange', 'yellow', 'blue'];
const NONE = 'transparent';

/** The thresholds a query leads to, as areas of a graph; undefined where none is over it. */
export function stepsFor(draft: RuleLogic, refId: string): ThresholdStep[] | undefined {
  const tests = testsOver(draft, refId).filter(({ evaluator }) =>
    evaluator.params?.every(Number.isFinite),
  );
  const limits = [
    ...new Set(
      tests.flatMap(({ evaluator: { type, params = [] } }) =>
        params.slice(0, isRange(type) ? 2 : 1),
      ),
    ),
  ].sort((a, b) => a - b);
  const [first] = limits;
  if (first === undefined) return undefined;
  const colorAt = (value: number) =>
    tests.find(({ evaluator }) => passes(evaluator, value))?.color ?? NONE;
  return [
    { value: null, color: colorAt(first - 1) },
    ...limits.map((limit, index) => {
      const next = limits[index + 1];
      return {
        value: limit,
        color: colorAt(
          next === undefined ? limit + Math.max(1, Math.abs(limit)) : (limit + next) / 2,
        ),
      };
    }),
  ];
}

/** Numbers keep their meaning through reducing and resampling, not through formulas. */
function testsOver(draft: RuleLogic, refId: string): { evaluator: Evaluator; color: string }[] {
  if (draft.thresholds) {
    if (!isPlain(draft, draft.thresholds.of, refId)) return [];
    return draft.thresholds.levels
      .filter(({ evaluator }) => !evaluator.from)
      .map(({ evaluator }, index) => ({ evaluator, color: COLORS[index] ?? 'blue' }));
  }
  return draft.data.filter(isExpression).flatMap((query) => {
    const model = expressionOf(query);
    const [condition] = (model.conditions ?? []) as ThresholdCondition[];
    if (model.type !== 'threshold' || !condition || !isPlain(draft, model.expression ?? '', refId))
      return [];
    return [{ evaluator: condition.evaluator, color: 'red' }];
  });
}

function isPlain(draft: RuleLogic, from: string, refId: string): boolean {
  const way = upstream(draft.data, from);
  const steps = draft.data
    .filter((query) => way.has(query.refId) && isExpression(query))
    .map(expressionOf);
  return way.has(refId) && steps.every(({ type }) => type === 'reduce' || type === 'resample');
}
