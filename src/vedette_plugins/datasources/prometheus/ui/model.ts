/** A Prometheus query as dashboards store it. */
import type { SourceQuery } from '@vedette/sdk';

export interface PrometheusQuery extends SourceQuery {
  expr: string;
  range?: boolean;
  instant?: boolean;
  exemplar?: boolean;
  format?: 'time_series' | 'table' | 'heatmap';
  legendFormat?: string;
  /** Smallest step, as a duration or a variable. */
  interval?: string;
  editorMode?: 'builder' | 'code';
}

export type QueryKind = 'range' | 'instant' | 'both';

/** A query that names neither is a range query: both keys are younger than many dashboards. */
export function kindOf(query: PrometheusQuery): QueryKind {
  if (!query.instant) return 'range';
  return query.range ? 'both' : 'instant';
}

export function withKind(query: PrometheusQuery, kind: QueryKind): PrometheusQuery {
  return { ...query, range: kind !== 'instant', instant: kind !== 'range' };
}

/** The legend shows the labels. */
export const AUTO_LEGEND = '__auto';

/** A graph shows the range of a query, a table the value of now where the query asks for it. */
export function forPanel(query: PrometheusQuery, type: string): PrometheusQuery {
  if (type !== 'table') return kindOf(query) === 'both' ? withKind(query, 'range') : query;
  return { ...(kindOf(query) === 'both' ? withKind(query, 'instant') : query), format: 'table' };
}
