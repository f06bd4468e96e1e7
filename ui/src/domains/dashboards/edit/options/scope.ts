/** Which fields a change of an option is for: all of them, or those of one override. */
import {
  fieldDisplayName,
  fieldMatcher,
  type FieldOverride,
  type Frame,
  type PanelModel,
} from '../../../../data';
import { isEqual } from '../model/identity';
import { valueAt } from '../model/withValue';
import type { OptionView } from './views';

/** `rule` counts the overrides as stored; `field` has none yet or the last one by its name. */
export type Scope =
  { kind: 'all' } | { kind: 'field'; name: string } | { kind: 'rule'; index: number };

export const ALL_FIELDS: Scope = { kind: 'all' };

export const overridesOf = (panel: PanelModel): readonly FieldOverride[] =>
  Array.isArray(panel.fieldConfig?.overrides) ? panel.fieldConfig.overrides : [];

/** Index of the override that a scope changes; -1 where it is still to be made. */
export function ruleOf(panel: PanelModel, scope: Scope): number {
  if (scope.kind === 'rule') return scope.index;
  if (scope.kind === 'all') return -1;
  return overridesOf(panel).findLastIndex(
    ({ matcher }) => matcher?.id === 'byName' && matcher.options === scope.name,
  );
}

/** The stored value of an option; undefined where it is not set in this scope. */
export function storedValue(panel: PanelModel, view: OptionView, scope: Scope): unknown {
  if (scope.kind === 'all') return valueAt(panel, view.path);
  const rule = overridesOf(panel)[ruleOf(panel, scope)];
  const property = rule?.properties?.find(({ id }) => id === view.property);
  return property && valueAt(property.value, view.inner);
}

/** What has an effect: the stored value, that of all fields, or the default. */
export function effectiveValue(panel: PanelModel, view: OptionView, scope: Scope): unknown {
  return (
    storedValue(panel, view, scope) ??
    storedValue(panel, view, ALL_FIELDS) ??
    view.definition.default
  );
}

/** In the scope of all fields: differs from the default. In others: is set at all. */
export function isChanged(panel: PanelModel, view: OptionView, scope: Scope): boolean {
  const stored = storedValue(panel, view, scope);
  if (stored === undefined) return false;
  return scope.kind !== 'all' || !isEqual(stored, view.definition.default);
}

/** The overrides that set an option, with their values. */
export function overriding(
  panel: PanelModel,
  view: OptionView,
): { index: number; rule: FieldOverride; value: unknown }[] {
  if (!view.property) return [];
  return overridesOf(panel).flatMap((rule, index) => {
    const property = rule.properties?.find(({ id }) => id === view.property);
    const value = property && valueAt(property.value, view.inner);
    return value === undefined ? [] : [{ index, rule, value }];
  });
}

export interface FieldPlace {
  name: string;
  color?: string;
}

/** Names of the fields that overrides can name, in the order of the data, times last. */
export function fieldPlaces(frames: readonly Frame[]): FieldPlace[] {
  const places = new Map<string, FieldPlace & { isTime: boolean }>();
  for (const frame of frames)
    for (const field of frame.fields) {
      const name = fieldDisplayName(field, frame, frames);
      if (!places.has(name))
        places.set(name, {
          name,
          color: field.type === 'number' ? field.color : undefined,
          isTime: field.type === 'time',
        });
    }
  return [...places.values()].sort((one, other) => Number(one.isTime) - Number(other.isTime));
}

/** Number of fields that an override applies to now. */
export function countMatches({ matcher }: FieldOverride, frames: readonly Frame[]): number {
  const matches = fieldMatcher(matcher);
  return frames.reduce(
    (sum, frame) => sum + frame.fields.filter((field) => matches(field, frame, frames)).length,
    0,
  );
}
