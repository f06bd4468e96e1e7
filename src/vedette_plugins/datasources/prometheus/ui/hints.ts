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
        text: 'The query returns histogram buckets.',
        fix: { label: 'Show the 95th percentile', expr: toPromql({ ...query, operations }) },
      },
    ];
  }
  if (isCounter && !has('rate', 'irate', 'increase', 'resets', 'changes', 'absent', 'count')) {
    const operations = [rate, ...query.operations];
    return [
      {
        text: 'This metric is a counter. Apply rate() to see its rate of increase.',
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
        text: `The query returned ${frames.length} series.`,
        fix: { label: 'Sum the series', expr: toPromql({ ...query, operations }) },
      },
    ];
  }
  return [];
}
