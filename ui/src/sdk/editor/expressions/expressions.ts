/** Expressions: calculations over the answers of queries and of other expressions. Pure. */

/** The test of a threshold: `gt` with one parameter, ranges with two. */
export interface Evaluator {
  type: string;
  params?: number[];
  /** The RefId whose value is the threshold, in place of `params`. */
  from?: string;
}

export type ExpressionKind =
  'reduce' | 'math' | 'threshold' | 'resample' | 'classic_conditions' | 'sql';

export const EXPRESSION_NAMES: Readonly<Record<ExpressionKind, string>> = {
  reduce: 'Reduce',
  threshold: 'Threshold',
  math: 'Math',
  resample: 'Resample',
  classic_conditions: 'Classic conditions',
  sql: 'SQL',
};

export interface ClassicCondition {
  type: 'query';
  query: { params: string[] };
  reducer: { type: string; params?: unknown[] };
  operator: { type: string };
  evaluator: Evaluator;
}

export interface ThresholdCondition {
  evaluator: Evaluator;
  unloadEvaluator?: Evaluator;
  [key: string]: unknown;
}

export interface ExpressionModel {
  refId: string;
  type: ExpressionKind;
  expression?: string;
  reducer?: string;
  settings?: { mode?: string; replaceWithValue?: number };
  window?: string;
  downsampler?: string;
  upsampler?: string;
  conditions?: (ThresholdCondition | ClassicCondition)[];
  [key: string]: unknown;
}

export interface Choice {
  value: string;
  label: string;
}

export const REDUCERS: Choice[] = [
  { value: 'last', label: 'Last' },
  { value: 'mean', label: 'Mean' },
  { value: 'min', label: 'Min' },
  { value: 'max', label: 'Max' },
  { value: 'sum', label: 'Sum' },
  { value: 'count', label: 'Count' },
  { value: 'median', label: 'Median' },
];

export const CLASSIC_REDUCERS: Choice[] = [
  { value: 'avg', label: 'average' },
  { value: 'last', label: 'last' },
  { value: 'min', label: 'min' },
  { value: 'max', label: 'max' },
  { value: 'sum', label: 'sum' },
  { value: 'count', label: 'count' },
  { value: 'median', label: 'median' },
  { value: 'diff', label: 'difference' },
  { value: 'diff_abs', label: 'absolute difference' },
  { value: 'percent_diff', label: 'difference in percent' },
  { value: 'percent_diff_abs', label: 'absolute difference in percent' },
  { value: 'count_non_null', label: 'count of non-null values' },
];

export const REDUCE_MODES: Choice[] = [
  { value: '', label: 'Strict: missing values give no result' },
  { value: 'dropNN', label: 'Drop non-numeric values' },
  { value: 'replaceNN', label: 'Replace non-numeric values' },
];

export const EVALUATORS: Choice[] = [
  { value: 'gt', label: 'is above' },
  { value: 'gte', label: 'is at or above' },
  { value: 'lt', label: 'is below' },
  { value: 'lte', label: 'is at or below' },
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
  { value: 'within_range', label: 'is within' },
  { value: 'within_range_included', label: 'is within or equal to' },
  { value: 'outside_range', label: 'is outside' },
  { value: 'outside_range_included', label: 'is outside or equal to' },
];

export const UPSAMPLERS: Choice[] = [
  { value: 'pad', label: 'last known value' },
  { value: 'backfilling', label: 'next known value' },
  { value: 'fillna', label: 'nothing' },
];

export function isRange(type: string): boolean {
  return type.includes('range');
}

/** `input` is the refId it begins with. */
export function newExpression(kind: ExpressionKind, refId: string, input: string): ExpressionModel {
  switch (kind) {
    case 'reduce':
      return { refId, type: kind, expression: input, reducer: 'last', settings: { mode: '' } };
    case 'threshold':
      return {
        refId,
        type: kind,
        expression: input,
        conditions: [{ evaluator: { type: 'gt', params: [0] } }],
      };
    case 'resample':
      return {
        refId,
        type: kind,
        expression: input,
        window: '10s',
        downsampler: 'mean',
        upsampler: 'fillna',
      };
    case 'math':
      return { refId, type: kind, expression: input ? `$${input}` : '' };
    case 'sql':
      return { refId, type: kind, expression: input ? `SELECT * FROM ${input} LIMIT 10` : '' };
    case 'classic_conditions':
      return { refId, type: kind, conditions: [newClassic(input)] };
  }
}

export function newClassic(input: string): ClassicCondition {
  return {
    type: 'query',
    query: { params: [input] },
    reducer: { type: 'last', params: [] },
    operator: { type: 'and' },
    evaluator: { type: 'gt', params: [0] },
  };
}

/** RefIds an expression reads. */
export function inputsOf(model: ExpressionModel, known: readonly string[]): string[] {
  const { type, expression = '' } = model;
  if (type === 'classic_conditions') {
    const named = (model.conditions ?? []).flatMap((each) =>
      'query' in each ? ((each as ClassicCondition).query.params[0] ?? []) : [],
    );
    return [...new Set(named)];
  }
  if (type === 'math') return known.filter((refId) => mathReference(refId).test(expression));
  if (type === 'sql') return known.filter((refId) => sqlName(refId).test(expression));
  const name = plainName(expression);
  return name ? [name] : [];
}

function plainName(expression: string): string {
  return expression
    .trim()
    .replace(/^\$/, '')
    .replace(/^\{(.*)\}$/, '$1');
}

function mathReference(refId: string): RegExp {
  const name = escaped(refId);
  return new RegExp(`\\$\\{${name}\\}|\\$${name}(?!\\w)`, 'g');
}

function sqlName(refId: string): RegExp {
  return new RegExp(`(?<![\\w.$])${escaped(refId)}(?!\\w)`, 'g');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The expression after a query it reads was given another refId. */
export function withRenamed(model: ExpressionModel, from: string, to: string): ExpressionModel {
  const { type, expression = '' } = model;
  const written = /^\w+$/.test(to) ? `$${to}` : `\${${to}}`;
  switch (type) {
    case 'math':
      return { ...model, expression: expression.replace(mathReference(from), () => written) };
    case 'sql':
      return { ...model, expression: expression.replace(sqlName(from), () => to) };
    case 'classic_conditions':
      return {
        ...model,
        conditions: (model.conditions as ClassicCondition[] | undefined)?.map((each) =>
          each.query.params[0] === from ? { ...each, query: { params: [to] } } : each,
        ),
      };
    default:
      return plainName(expression) === from ? { ...model, expression: to } : model;
  }
}

export function evaluatorText({ type, params = [], from }: Evaluator): string {
  const name = EVALUATORS.find(({ value }) => value === type)?.label ?? type;
  if (from) return `${name} the value of ${from}`;
  return isRange(type) ? `${name} ${params[0]} to ${params[1]}` : `${name} ${params[0]}`;
}

/** In words, for lists and where it is only read. */
export function expressionText(model: ExpressionModel): string {
  const input = plainName(model.expression ?? '');
  switch (model.type) {
    case 'reduce':
      return `${REDUCERS.find(({ value }) => value === model.reducer)?.label ?? model.reducer} of ${input}`;
    case 'threshold': {
      const [first] = (model.conditions ?? []) as ThresholdCondition[];
      if (!first) return input;
      const recovery = first.unloadEvaluator
        ? `; recovers when it ${evaluatorText(first.unloadEvaluator)}`
        : '';
      return `${input} ${evaluatorText(first.evaluator)}${recovery}`;
    }
    case 'resample':
      return `${input} every ${model.window}`;
    case 'classic_conditions':
      return ((model.conditions ?? []) as ClassicCondition[])
        .map(({ query, reducer, evaluator, operator }, index) => {
          const joint = index === 0 ? 'When' : operator.type === 'and' ? 'and' : 'or';
          return `${joint} ${reducer.type} of ${query.params[0]} ${evaluatorText(evaluator)}`;
        })
        .join(' ');
    default:
      return model.expression ?? '';
  }
}

/** A to Z, then AA and so on: the first that is free. */
export function freeRefId(taken: readonly { refId: string }[]): string {
  const names = new Set(taken.map(({ refId }) => refId));
  for (let number = 0; ; number += 1) {
    const name = letters(number);
    if (!names.has(name)) return name;
  }
}

function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}
