/** What an annotation query asks its data source. */
import type { AnnotationQuery } from '../../../data';

/** Step of a metric's annotation query where none is set. */
export const DEFAULT_STEP = '60s';

export function annotationTarget(query: AnnotationQuery): Record<string, unknown> {
  const step = typeof query.step === 'string' && query.step ? query.step : DEFAULT_STEP;
  return {
    ...query.target,
    refId: 'Anno',
    expr: query.expr ?? query.target?.expr,
    interval: step,
    range: true,
    instant: false,
    format: 'time_series',
  };
}
