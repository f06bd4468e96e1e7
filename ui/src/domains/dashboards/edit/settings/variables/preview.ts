/** What a variable would offer, and what each stage of the look-up left. */
import {
  preparePattern,
  queryOptions,
  type TimeRange,
  type VariableModel,
} from '../../../../../data';
import { fillText, type VariableValues } from '../../../../../querying/fill';
import type { Sources } from '../../../../../querying/sources';
import type { Found } from '../../../model/foundValues';
import type { Choice } from '../../../model/selection';
import { valuesOf } from '../../../model/variableValues';
import { createLookUp } from '../../../session/lookUp';
import type { VariableStates } from '../../../session/variableStore';

export interface Stage {
  name: 'Query' | 'Regex' | 'Sorted';
  count: number;
  error?: string;
}

export interface Preview {
  choices: readonly Choice[];
  /** Empty for a variable that no data source is asked for. */
  stages: readonly Stage[];
}

export interface PreviewRequest {
  model: VariableModel;
  states: VariableStates;
  range: TimeRange;
  sources: Sources;
  globals: VariableValues;
  signal: AbortSignal;
}

export async function previewValues(request: PreviewRequest): Promise<Preview> {
  const { model, states, range, sources, globals, signal } = request;
  const lookUp = { model, states, range, search: '', signal };
  if (model.type === 'constant' || model.type === 'textbox') {
    const value = typeof model.query === 'string' ? model.query : '';
    return { choices: [{ text: value, value }], stages: [] };
  }
  if (model.type !== 'query')
    return { choices: await createLookUp(sources, () => globals)(lookUp), stages: [] };
  return queryStages(request);
}

async function queryStages(request: PreviewRequest): Promise<Preview> {
  const { model, states, range, sources, globals, signal } = request;
  const { askSource } = await import('../../../session/queryChoices');
  const values = { ...globals, ...valuesOf(states, range) };
  const stages: Stage[] = [];
  try {
    const asked = await askSource(
      // The regex is a stage of its own, and may be unfinished.
      { model: { ...model, regex: '' }, states, range, search: '', signal },
      sources,
      values,
    );
    const found = queryOptions(asked?.found ?? []);
    stages.push({ name: 'Query', count: found.length });
    try {
      const matched = await filtered(model.regex ?? '', values, asked?.found ?? []);
      const choices = queryOptions(matched, '', model.sort ?? 0);
      stages.push({ name: 'Regex', count: matched.length });
      stages.push({ name: 'Sorted', count: choices.length });
      return { choices, stages };
    } catch (error) {
      stages.push({ name: 'Regex', count: 0, error: messageOf(error) });
      return { choices: [], stages };
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { choices: [], stages: [{ name: 'Query', count: 0, error: messageOf(error) }] };
  }
}

async function filtered(regex: string, values: VariableValues, found: readonly Found[]) {
  const pattern = fillText(regex, values);
  await preparePattern(pattern);
  return queryOptions(found, pattern);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
