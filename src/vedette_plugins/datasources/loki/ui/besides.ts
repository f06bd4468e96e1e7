/**
 * Queries that Explore runs besides a log query: how many lines there are, and those around one.
 */
import type { LogContextRequest, SourceQuery, SupplementaryQuery, TimeRange } from '@vedette/sdk';
import { isLogQuery } from './logql';
import type { LokiQuery } from './model';

const LEVELS = 'level, detected_level';
const HOUR_MS = 3_600_000;
/** Lines of one moment may carry clocks that differ by this much. */
const AROUND_MS = 2 * HOUR_MS;

export function supplementary(query: LokiQuery): SupplementaryQuery[] {
  if (!isLogQuery(query.expr)) return [];
  const expr = `sum by (${LEVELS}) (count_over_time(${query.expr} | drop __error__ [$__auto]))`;
  const volume: SourceQuery = {
    ...query,
    refId: `log-volume-${query.refId}`,
    expr,
    queryType: 'range',
    legendFormat: '',
    supportingQueryType: 'logsVolume',
  };
  return [{ kind: 'logsVolume', query: volume }];
}

/** The lines of the same stream before or after one, found by its exact time. */
export function logContext({
  frame,
  row,
  query,
  direction,
  limit,
}: LogContextRequest): { queries: SourceQuery[]; range: TimeRange } | undefined {
  const column = (name: string) => frame.fields.find((field) => field.name === name)?.values[row];
  const labels = streamLabels(column('labels'), column('labelTypes'));
  const exact = column('tsNs');
  const nanos = BigInt(typeof exact === 'string' && /^\d+$/.test(exact) ? exact : '0');
  if (nanos === 0n || labels.length === 0) return undefined;
  const around = BigInt(AROUND_MS) * 1_000_000n;
  const isBefore = direction === 'before';
  const time = Number(nanos / 1_000_000n);
  const asked: LokiQuery = {
    refId: query.refId,
    expr: `{${labels.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(', ')}}`,
    queryType: 'range',
    maxLines: limit,
    direction: isBefore ? 'backward' : 'forward',
    startNs: String(isBefore ? nanos - around : nanos),
    // Both ends hold the line's own moment: others may have the same.
    endNs: String(isBefore ? nanos + 1n : nanos + around),
  };
  const [from, to] = isBefore ? [time - AROUND_MS, time + 1] : [time, time + AROUND_MS];
  return { queries: [asked], range: { from, to, raw: { from: String(from), to: String(to) } } };
}

/**
 * Only what is indexed selects streams; stores too old to tell apart index everything they send.
 */
function streamLabels(labels: unknown, types: unknown): [string, string][] {
  if (typeof labels !== 'object' || labels === null) return [];
  const typeOf = (typeof types === 'object' && types !== null ? types : {}) as Record<
    string,
    unknown
  >;
  return Object.entries(labels).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && (typeOf[entry[0]] ?? 'I') === 'I',
  );
}
