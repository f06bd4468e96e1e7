/**
 * Changes to the model as it is stored, whatever its age: nothing but what the person changed is
 * touched.
 */
import type { TimeRange } from '../../../data';
import type { VariableStates } from '../session/variableStore';
import { ALL } from './selection';

type StoredModel = Record<string, unknown>;

const isObject = (value: unknown): value is StoredModel =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The stored panel with this number, also inside rows old and new. */
export function findStoredPanel(model: StoredModel, id: number): StoredModel | undefined {
  for (const panel of [...listOf(model.panels), ...listOf(model.rows)]) {
    if (!isObject(panel)) continue;
    if (panel.id === id && 'type' in panel) return panel;
    const inside = findStoredPanel(panel, id);
    if (inside) return inside;
  }
  return undefined;
}

export function withStoredPanel(
  model: StoredModel,
  id: number,
  replacement: StoredModel,
): StoredModel {
  const replace = (list: unknown): unknown => {
    if (!Array.isArray(list)) return list;
    return list.map((panel: unknown) => {
      if (!isObject(panel)) return panel;
      if (panel.id === id && 'type' in panel) return replacement;
      return 'panels' in panel ? { ...panel, panels: replace(panel.panels) } : panel;
    });
  };
  const next = { ...model };
  if ('panels' in model) next.panels = replace(model.panels);
  if ('rows' in model) next.rows = replace(model.rows);
  return next;
}

export function withTimeRange(model: StoredModel, range: TimeRange, refresh: string): StoredModel {
  const time = isObject(model.time) ? model.time : {};
  return {
    ...model,
    time: { ...time, from: absolute(range.raw.from), to: absolute(range.raw.to) },
    refresh,
  };
}

/** Stored ranges write absolute times as ISO 8601. */
function absolute(text: string): string {
  return /^\d+$/.test(text) ? new Date(Number(text)).toISOString() : text;
}

export function withVariableValues(model: StoredModel, states: VariableStates): StoredModel {
  if (!isObject(model.templating)) return model;
  const list = listOf(model.templating.list).map((variable) => {
    if (!isObject(variable)) return variable;
    const state = states.get(String(variable.name));
    if (!state || state.model.type === 'constant') return variable;
    if (state.model.type === 'adhoc') return { ...variable, filters: [...state.filters] };
    const { selected, choices } = state;
    const several = Boolean(state.model.multi);
    const text = selected.map((value) =>
      value === ALL ? 'All' : (choices.find((choice) => choice.value === value)?.text ?? value),
    );
    const current = several
      ? { text, value: [...selected] }
      : { text: text[0] ?? '', value: selected[0] ?? '' };
    return {
      ...variable,
      current: {
        ...(isObject(variable.current) ? variable.current : {}),
        selected: true,
        ...current,
      },
    };
  });
  return { ...model, templating: { ...model.templating, list } };
}
