/** Options of variables: from the variable itself, from the list of data sources, or from a query. */
import {
  calculateInterval,
  customOptions,
  globalVariables,
  intervalOptions,
  parseDuration,
  queryOptions,
  referencedVariables,
  type TimeRange,
  type VariableModel,
} from '../../../data';
import { fillText, type VariableValues } from '../model/fill';
import type { Choice } from '../model/selection';
import { resolveSource, sourcesOfType, type Sources } from '../model/sources';
import { valuesOf } from '../model/variableValues';
import { findMetrics } from './metricFind';
import type { LookUp } from './variableStore';

export function createLookUp(
  sources: Sources,
  globals: () => VariableValues,
): (request: LookUp) => Promise<Choice[]> | Choice[] {
  return (request) => {
    const { model, states, range } = request;
    const values = { ...globals(), ...valuesOf(states, range) };
    switch (model.type) {
      case 'custom':
        return customOptions(fillText(text(model.query), values));
      case 'interval':
        return intervalChoices(model, values);
      case 'datasource':
        return sourceChoices(model, sources, values);
      case 'query':
        return queryChoices(request, sources, values);
      default:
        return storedChoices(model);
    }
  };
}

/** Names of other variables this one is made of. */
export function dependenciesOf(model: VariableModel, names: readonly string[]): string[] {
  const parts = JSON.stringify([
    model.query,
    model.regex,
    model.datasource,
    model.type === 'adhoc' ? null : model.allValue,
  ]);
  const used = referencedVariables(parts);
  return names.filter((name) => used.includes(name) && (name !== model.name || model.type === 'query'));
}

function intervalChoices(model: VariableModel, values: VariableValues): Choice[] {
  const steps = intervalOptions(fillText(text(model.query), values)).map((step) => ({
    text: step,
    value: step,
  }));
  return model.auto ? [{ text: 'auto', value: `$__auto_interval_${model.name}` }, ...steps] : steps;
}

function sourceChoices(model: VariableModel, sources: Sources, values: VariableValues): Choice[] {
  const pattern = model.regex ? toPattern(fillText(model.regex, values)) : undefined;
  const found = sourcesOfType(sources, text(model.query), pattern);
  const { fallback } = sources;
  const ordered =
    fallback && found.includes(fallback)
      ? [fallback, ...found.filter((source) => source !== fallback)]
      : found;
  return ordered.map((source) => ({ text: source.name, value: source.uid }));
}

async function queryChoices(
  { model, range, search, signal }: LookUp,
  sources: Sources,
  values: VariableValues,
): Promise<Choice[]> {
  const stored = storedChoices(model);
  if (!model.refresh && stored.length > 0) return stored;
  const fill = (part: string) => fillText(part, values);
  const resolved = resolveSource(model.datasource, sources, fill);
  if (resolved.kind === 'missing') throw new Error(`Data source "${resolved.wanted}" was not found.`);
  if (resolved.kind !== 'source') return stored;

  const steps = stepVariables(range, resolved.source.jsonData?.timeInterval);
  const searched = { __searchFilter: one(search ? `.*${search}.*` : '.*') };
  const query = fillText(textOfQuery(model.query), { ...values, ...steps, ...searched }, 'promql');
  const found = await findMetrics({
    model,
    query: query.replaceAll('__searchFilter', searched.__searchFilter.value),
    source: resolved.source,
    range,
    signal,
  });
  return queryOptions(found, fillText(text(model.regex), values), model.sort ?? 0);
}

function stepVariables(range: TimeRange, timeInterval: string | undefined): VariableValues {
  const { intervalMs } = calculateInterval(range, 1000, timeInterval);
  return globalVariables({ range, timeZone: 'UTC', intervalMs, scrapeMs: parseDuration(timeInterval) });
}

/** Prometheus variable editors store an object; its text form is in `query`, or follows from the other keys. */
function textOfQuery(query: unknown): string {
  if (typeof query === 'string') return query;
  const parts = (query ?? {}) as {
    query?: unknown;
    expr?: unknown;
    label?: unknown;
    metric?: unknown;
    qryType?: unknown;
  };
  if (typeof parts.query === 'string') return parts.query;
  if (typeof parts.expr === 'string') return parts.expr;
  if (typeof parts.label === 'string')
    return `label_values(${parts.metric ? `${String(parts.metric)},` : ''}${parts.label})`;
  return '';
}

function storedChoices(model: VariableModel): Choice[] {
  return (model.options ?? [])
    .map((option) => ({ text: String(option.text), value: String(option.value) }))
    .filter((option) => option.value !== '$__all');
}

function toPattern(regex: string): RegExp | undefined {
  const match = /^\/(.*)\/([a-z]*)$/s.exec(regex);
  try {
    return match ? new RegExp(match[1] ?? '', match[2]) : new RegExp(regex);
  } catch {
    return undefined;
  }
}

const one = (value: string) => ({ text: value, value });
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
