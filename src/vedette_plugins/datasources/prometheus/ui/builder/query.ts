/**
 * What the builder edits: a metric, its label filters, and operations around it from the inside
 * out.
 */

import type { BuilderOperation, BuilderOperationKind, LabelFilter } from '@vedette/sdk';

export const matchOperators = ['=', '!=', '=~', '!~'] as const;
export type MatchOperator = (typeof matchOperators)[number];

export type MatchFilter = LabelFilter<MatchOperator>;

/** Of a range function the parameter is the range; binary operators have their number. */
export type Operation = BuilderOperation;

export interface BuilderQuery {
  metric: string;
  filters: MatchFilter[];
  operations: Operation[];
}

export interface OperationKind extends BuilderOperationKind {
  group: 'Range functions' | 'Aggregations' | 'Functions' | 'Binary operations';
  isRange?: boolean;
  isBinary?: boolean;
}

const range = (id: string, help: string): OperationKind => ({
  id,
  group: 'Range functions',
  params: [{ name: 'Range', initial: '$__rate_interval' }],
  isRange: true,
  help,
});
const aggregation = (
  id: string,
  help: string,
  params: OperationKind['params'] = [],
): OperationKind => ({
  id,
  group: 'Aggregations',
  params,
  isAggregation: true,
  help,
});
const plain = (id: string, help: string, params: OperationKind['params'] = []): OperationKind => ({
  id,
  group: 'Functions',
  params,
  help,
});
const binary = (id: string, help: string): OperationKind => ({
  id,
  group: 'Binary operations',
  params: [{ name: 'Number', initial: '1' }],
  isBinary: true,
  help,
});
const k = [{ name: 'k', initial: '5' }];

export const operationKinds: readonly OperationKind[] = [
  range('rate', 'Per-second rate of increase, averaged over the range. For counters.'),
  range('irate', 'Per-second rate of increase between the last two samples.'),
  range('increase', 'Increase over the range.'),
  range('delta', 'Difference between the first and last sample of the range. For gauges.'),
  range('avg_over_time', 'Average of the samples in the range.'),
  range('min_over_time', 'Smallest sample in the range.'),
  range('max_over_time', 'Largest sample in the range.'),
  range('sum_over_time', 'Sum of the samples in the range.'),
  range('count_over_time', 'Number of samples in the range.'),
  range('last_over_time', 'Latest sample in the range.'),
  range('changes', 'Number of value changes in the range.'),
  range('resets', 'Number of counter resets in the range.'),
  aggregation('sum', 'Sum of series.'),
  aggregation('avg', 'Average of series.'),
  aggregation('min', 'Smallest of series.'),
  aggregation('max', 'Largest of series.'),
  aggregation('count', 'Number of series.'),
  aggregation('stddev', 'Standard deviation of series.'),
  aggregation('topk', 'The k largest series.', k),
  aggregation('bottomk', 'The k smallest series.', k),
  aggregation('quantile', 'Quantile over series.', [{ name: 'φ', initial: '0.95' }]),
  plain('histogram_quantile', 'Quantile from histogram buckets.', [{ name: 'φ', initial: '0.95' }]),
  plain('abs', 'Absolute value.'),
  plain('ceil', 'Round up.'),
  plain('floor', 'Round down.'),
  plain('sort_desc', 'Sort by value, largest first. For tables.'),
  plain('absent', 'Return 1 if there are no series.'),
  binary('+', 'Add a number.'),
  binary('-', 'Subtract a number.'),
  binary('*', 'Multiply by a number.'),
  binary('/', 'Divide by a number.'),
  binary('>', 'Keep values greater than the number.'),
  binary('<', 'Keep values less than the number.'),
  binary('>=', 'Keep values greater than or equal to the number.'),
  binary('<=', 'Keep values less than or equal to the number.'),
];

const byId = new Map(operationKinds.map((kind) => [kind.id, kind]));

export function kindOfOperation(id: string): OperationKind | undefined {
  return byId.get(id);
}

export function newOperation(kind: OperationKind): Operation {
  return { id: kind.id, params: kind.params.map(({ initial }) => initial) };
}
