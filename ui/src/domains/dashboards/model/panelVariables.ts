/** Which variables a panel depends on, and what their values are in one copy of it. */
import type { PanelModel } from '../../../data';
import { namesIn, type VariableValues } from '../../../querying/fill';
import { allPanels, type RepeatScope } from './layout';

/** The panels whose results a panel shows: those that its queries of `-- Dashboard --` name. */
export function originsOf(panel: PanelModel, panels: readonly PanelModel[]): PanelModel[] {
  const shown = new Set((panel.targets ?? []).flatMap(({ panelId }) => panelId ?? []));
  return shown.size === 0 ? [] : allPanels(panels).filter(({ id }) => shown.has(id));
}

/** Names in any text of a panel, and in those of the panels whose results it shows. */
export function variablesOf(panel: PanelModel, origins: readonly PanelModel[]): string[] {
  return namesIn(JSON.stringify([panel, ...origins]));
}

/** Values as one copy of a repeated panel sees them. */
export function scopedValues(values: VariableValues, scope: RepeatScope): VariableValues {
  const names = Object.keys(scope);
  if (names.length === 0) return values;
  const scoped = { ...values };
  for (const name of names) {
    const one = scope[name];
    if (one) scoped[name] = { ...values[name], text: one.text, value: one.value };
  }
  return scoped;
}
