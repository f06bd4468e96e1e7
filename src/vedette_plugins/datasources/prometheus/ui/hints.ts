/** What a query most likely wants besides, as one sentence and one click. */
import type { Frame } from '@vedette/sdk';
import { fromPromql } from './builder/read';
import { toPromql } from './builder/write';

export interface Hint {
  text: string;
  /** What the button says, and the query it makes. */
  fix?: { label: string; expr: string };
}

const MANY_SERIES = 20;
const COUNTER = /_(total|count|sum|bucket)$/;

export function hintsOf(
  expr: string,
  metricType: string | undefined,
  frames: readonly Frame[] = [],
): Hint[] {
  const query = fromPromql(expr);
  if (!query?.metric) return [];
  const has = (...ids: string[]) => query.operations.some(({ id }) => ids.includes(id));
  const rate = { id: 'rate', params: ['$__rate_interval'] };
  const isBucket = query.metric.endsWith('_bucket');
  const isCounter =
    metricType === 'counter' ||
    metricType === 'histogram' ||
    (metricType === undefined && COUNTER.test(query.metric));

  if (isBucket && !has('histogram_quantile')) {
    const operations = [
      rate,
      { id: 'sum', params: [], grouping: { kind: 'by' as const, labels: ['le'] } },
      { id: 'histogram_quantile', params: ['0.95'] },
    ];
    return [
      {
        text: 'These are the buckets of a histogram.',
        fix: { label: 'Show the 95th percentile', expr: toPromql({ ...query, operations }) },
      },
    ];
  }
  if (isCounter && !has('rate', 'irate', 'increase', 'resets', 'changes', 'absent', 'count')) {
    const operations = [rate, ...query.operations];
    return [
      {
        text: 'This is a counter: it only grows. Its rate says how fast.',
        fix: { label: 'Show the rate', expr: toPromql({ ...query, operations }) },
      },
    ];
  }
  if (
    frames.length > MANY_SERIES &&
    !has('sum', 'avg', 'min', 'max', 'count', 'topk', 'bottomk', 'quantile')
  ) {
    const operations = [...query.operations, { id: 'sum', params: [] }];
    return [
      {
        text: `The answer has ${frames.length} series.`,
        fix: { label: 'Add them up', expr: toPromql({ ...query, operations }) },
      },
    ];
  }
  return [];
}
