/**
 * Annotations that the server itself stores, as queries of the built-in source `-- Grafana --` name
 * them.
 */
import type { AnnotationQuery, TimeRange } from '../../../data';
import type { AnnotationAnswer } from '../../../kernel/apiTypes';
import { fillText, type VariableValues } from '../../../querying/fill';

/** Parameters of `GET /api/annotations`. */
export interface StoredAnnotations {
  from: number;
  to: number;
  limit: number;
  dashboardUID?: string;
  tags?: readonly string[];
  matchAny?: boolean;
}

/** One annotation of the answer; those that users write have no alert. */
export type StoredEvent = AnnotationAnswer;

const DEFAULT_LIMIT = 100;
/** The server refuses to answer more at once. */
const MOST = 5000;

/**
 * What to ask for, or undefined where the query can match nothing: tags without a tag, a dashboard
 * that is not stored, time regions. Queries from before `target` hold the same keys themselves.
 */
export function storedAnnotations(
  query: AnnotationQuery,
  dashboardUid: string,
  range: TimeRange,
  values: VariableValues,
): StoredAnnotations | undefined {
  const asked: Record<string, unknown> = query.target ?? query;
  if (asked.queryType === 'timeRegions') return undefined;
  const limit =
    Number(asked.limit) >= 1 ? Math.min(Math.floor(Number(asked.limit)), MOST) : DEFAULT_LIMIT;
  const whole = { from: Math.round(range.from), to: Math.round(range.to), limit };
  if (asked.type !== 'tags')
    return dashboardUid ? { ...whole, dashboardUID: dashboardUid } : undefined;
  const tags = (Array.isArray(asked.tags) ? asked.tags : [])
    .flatMap((tag) => fillText(String(tag), values, 'csv').split(','))
    .map((tag) => tag.trim())
    .filter(Boolean);
  return tags.length ? { ...whole, tags, matchAny: asked.matchAny === true } : undefined;
}
