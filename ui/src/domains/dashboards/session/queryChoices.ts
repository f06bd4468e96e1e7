/** Options of a variable that a data source is asked for. */
import {
  calculateInterval,
  globalVariables,
  parseDuration,
  preparePattern,
  queryOptions,
  type TimeRange,
} from '../../../data';
import { fillText, type VariableValues } from '../../../querying/fill';
import type { Found } from '../model/foundValues';
import type { Choice } from '../model/selection';
import { resolveSource, type Sources } from '../../../querying/sources';
import { findMetrics } from './metricFind';
import type { LookUp } from './variableStore';

export async function queryChoices(
  request: LookUp,
  sources: Sources,
  values: VariableValues,
  stored: Choice[],
): Promise<Choice[]> {
  const answer = await askSource(request, sources, values);
  return answer ? queryOptions(answer.found, answer.regex, request.model.sort ?? 0) : stored;
}

/** What the source answered, before the regex; undefined where no source is asked. */
export async function askSource(
  { model, range, search, signal }: LookUp,
  sources: Sources,
  values: VariableValues,
): Promise<{ found: Found[]; regex: string } | undefined> {
  const fill = (part: string) => fillText(part, values);
  const resolved = resolveSource(model.datasource, sources, fill);
  if (resolved.kind === 'missing')
    throw new Error(`Data source "${resolved.wanted}" was not found.`);
  if (resolved.kind !== 'source') return undefined;

  const steps = stepVariables(range, resolved.source.jsonData?.timeInterval);
  const searched = { __searchFilter: one(search ? `.*${search}.*` : '.*') };
  const { queryText = 'query', variableFormat } = resolved.source.meta ?? {};
  const query = fillText(
    textOfQuery(model.query, queryText),
    { ...values, ...steps, ...searched },
    variableFormat,
  );
  const found = await findMetrics({
    model,
    query: query.replaceAll('__searchFilter', searched.__searchFilter.value),
    source: resolved.source,
    range,
    signal,
  });
  const regex = fillText(text(model.regex), values);
  await preparePattern(regex);
  return { found, regex };
}

function stepVariables(range: TimeRange, timeInterval: string | undefined): VariableValues {
  const { intervalMs } = calculateInterval(range, 1000, timeInterval);
  return globalVariables({
    range,
    timeZone: 'UTC',
    intervalMs,
    scrapeMs: parseDuration(timeInterval),
  });
}

/**
 * Variable editors store a text, or an object; its text form is in `query`, or follows from the
 * other keys.
 */
function textOfQuery(query: unknown, queryText: string): string {
  if (typeof query === 'string') return query;
  const parts = (query ?? {}) as { [key: string]: unknown; label?: unknown; metric?: unknown };
  const written = parts['query'] ?? parts[queryText];
  if (typeof written === 'string') return written;
  if (typeof parts.label === 'string')
    return `label_values(${parts.metric ? `${String(parts.metric)},` : ''}${parts.label})`;
  return '';
}

const one = (value: string) => ({ text: value, value });
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
