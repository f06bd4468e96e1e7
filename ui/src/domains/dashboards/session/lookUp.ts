/**
 * Options of variables: from the variable itself, from the list of data sources, or from a query.
 */
import {
  compilePattern,
  customOptions,
  intervalOptions,
  preparePattern,
  referencedVariables,
  type VariableModel,
} from '../../../data';
import { fillText, type VariableValues } from '../../../querying/fill';
import type { Choice } from '../model/selection';
import { sourcesOfType, type Sources } from '../../../querying/sources';
import { valuesOf } from '../model/variableValues';
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
        return preparedSources(model, sources, values);
      case 'query':
        return askedChoices(request, sources, values);
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
  return names.filter(
    (name) => used.includes(name) && (name !== model.name || model.type === 'query'),
  );
}

function intervalChoices(model: VariableModel, values: VariableValues): Choice[] {
  const steps = intervalOptions(fillText(text(model.query), values)).map((step) => ({
    text: step,
    value: step,
  }));
  return model.auto ? [{ text: 'auto', value: `$__auto_interval_${model.name}` }, ...steps] : steps;
}

function preparedSources(
  model: VariableModel,
  sources: Sources,
  values: VariableValues,
): Promise<Choice[]> | Choice[] {
  const waiting = model.regex ? preparePattern(fillText(model.regex, values)) : undefined;
  return waiting
    ? waiting.then(() => sourceChoices(model, sources, values))
    : sourceChoices(model, sources, values);
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

async function askedChoices(
  request: LookUp,
  sources: Sources,
  values: VariableValues,
): Promise<Choice[]> {
  const stored = storedChoices(request.model);
  if (!request.model.refresh && stored.length > 0) return stored;
  const { queryChoices } = await import('./queryChoices');
  return queryChoices(request, sources, values, stored);
}

function storedChoices(model: VariableModel): Choice[] {
  return (model.options ?? [])
    .map((option) => ({ text: String(option.text), value: String(option.value) }))
    .filter((option) => option.value !== '$__all');
}

function toPattern(regex: string): RegExp | undefined {
  const match = /^\/(.*)\/([a-z]*)$/s.exec(regex);
  try {
    return match ? compilePattern(match[1] ?? '', match[2]) : compilePattern(regex);
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
