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
  range('rate', 'Increase a second, averaged over the range. For counters.'),
  range('irate', 'Increase a second between the last two samples.'),
  range('increase', 'Increase over the range.'),
  range('delta', 'Difference between the ends of the range. For gauges.'),
  range('avg_over_time', 'Mean of the samples in the range.'),
  range('min_over_time', 'Smallest sample in the range.'),
  range('max_over_time', 'Largest sample in the range.'),
  range('sum_over_time', 'Sum of the samples in the range.'),
  range('count_over_time', 'Number of samples in the range.'),
  range('last_over_time', 'Latest sample in the range.'),
  range('changes', 'How often the value changed in the range.'),
  range('resets', 'How often the counter went back in the range.'),
  aggregation('sum', 'Adds series up.'),
  aggregation('avg', 'Mean of series.'),
  aggregation('min', 'Smallest of series.'),
  aggregation('max', 'Largest of series.'),
  aggregation('count', 'Number of series.'),
  aggregation('stddev', 'Standard deviation of series.'),
  aggregation('topk', 'The k largest series.', k),
  aggregation('bottomk', 'The k smallest series.', k),
  aggregation('quantile', 'A quantile over series.', [{ name: 'φ', initial: '0.95' }]),
  plain('histogram_quantile', 'A quantile from the buckets of a histogram.', [
    { name: 'φ', initial: '0.95' },
  ]),
  plain('abs', 'Without the sign.'),
  plain('ceil', 'Rounded up.'),
  plain('floor', 'Rounded down.'),
  plain('sort_desc', 'Largest first, for tables.'),
  plain('absent', '1 where there is no series.'),
  binary('+', 'Adds a number.'),
  binary('-', 'Takes a number off.'),
  binary('*', 'Multiplies with a number.'),
  binary('/', 'Divides by a number.'),
  binary('>', 'Keeps what is larger.'),
  binary('<', 'Keeps what is smaller.'),
  binary('>=', 'Keeps what is at least that.'),
  binary('<=', 'Keeps what is at most that.'),
];

const byId = new Map(operationKinds.map((kind) => [kind.id, kind]));

export function kindOfOperation(id: string): OperationKind | undefined {
  return byId.get(id);
}

export function newOperation(kind: OperationKind): Operation {
  return { id: kind.id, params: kind.params.map(({ initial }) => initial) };
}
