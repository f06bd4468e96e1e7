/** From what is selected to the values texts are filled with. */
import {
  calculateInterval,
  type TimeRange,
  type VariableModel,
  type VariableValue,
} from '../../../data';
import type { VariableState, VariableStates } from '../session/variableStore';
import type { VariableValues } from '../../../querying/fill';
import type { RepeatValue } from './layout';
import { ALL } from './selection';

export function valuesOf(states: VariableStates, range: TimeRange): VariableValues {
  const values: Record<string, VariableValue> = {};
  for (const [name, state] of states) values[name] = valueOf(state, range);
  return values;
}

function valueOf(
  { model, selected, choices, filters }: VariableState,
  range: TimeRange,
): VariableValue {
  const all = selected.includes(ALL);
  const value =
    model.type === 'interval'
      ? selected.map((step) => intervalValue(model, step, range))
      : [...selected];
  const text = all
    ? ['All']
    : model.type === 'interval'
      ? value
      : selected.map((one) => choices.find((choice) => choice.value === one)?.text ?? one);
  const several = Boolean(model.multi);
  return {
    value: all ? ALL : several && value.length ? value : (value[0] ?? ''),
    text: several && text.length > 1 ? text : (text[0] ?? ''),
    options: choices.map((choice) => choice.value),
    multi: Boolean(model.multi),
    includeAll: Boolean(model.includeAll),
    ...(model.allValue ? { allValue: model.allValue } : {}),
    ...(model.skipUrlSync ? { skipUrlSync: true } : {}),
    ...(model.type === 'adhoc' ? { filters: [...filters] } : {}),
  };
}

/** The step that `auto` stands for follows from the time range. */
function intervalValue(model: VariableModel, step: string, range: TimeRange): string {
  if (!step.startsWith('$__auto_interval_') && step !== 'auto') return step;
  return calculateInterval(range, model.auto_count || 30, model.auto_min || '10s').interval;
}

/** What a repeated panel has one copy for each of; undefined where the variable does not exist. */
export function repeatValues(states: VariableStates, name: string): RepeatValue[] | undefined {
  const state = states.get(name);
  if (!state) return undefined;
  if (state.selected.includes(ALL)) return [...state.choices];
  return state.selected.map(
    (value) => state.choices.find((choice) => choice.value === value) ?? { text: value, value },
  );
}
