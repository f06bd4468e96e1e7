/** Changes of the options of one panel, for all fields or for those of an override. */
import type { FieldOverride, MatcherConfig, PanelModel } from '../../../../../data';
import { isEqual } from '../../model/identity';
import { findPanel, withPanel } from '../../model/panels';
import { valueAt, withValue } from '../../model/withValue';
import { overridesOf, ruleOf, storedValue, type Scope } from '../../options/scope';
import type { OptionView } from '../../options/views';
import type { Command, Draft, Label } from '../types';

/**
 * A value that equals the default is removed, unless the saved panel stores it. `base` is the saved
 * state of the draft.
 */
export function setOption(
  panel: PanelModel,
  view: OptionView,
  value: unknown,
  scope: Scope,
  base: Draft['base'],
): Command {
  const { id } = panel;
  const label = labelOf(panel, view, scope, value);
  const saved = findPanel(base.model, id);
  const isStored = saved !== undefined && valueAt(saved, view.path) !== undefined;
  const isDefault = isEqual(value, view.definition.default);
  return {
    label,
    change: (model) =>
      withPanel(model, id, (before) =>
        scope.kind === 'all'
          ? withValue(before, view.path, isDefault && !isStored ? undefined : value)
          : withOverride(before, view, value, scope),
      ),
    merge: `option:${id}:${view.id}:${JSON.stringify(scope)}`,
    focus: { panels: [id], tab: 'options', part: view.id },
  };
}

export function resetOption(panel: PanelModel, view: OptionView, scope: Scope): Command {
  const { id } = panel;
  return {
    label: labelOf(panel, view, scope, undefined),
    change: (model) =>
      withPanel(model, id, (before) =>
        scope.kind === 'all'
          ? withValue(before, view.path, undefined)
          : withOverride(before, view, undefined, scope),
      ),
    focus: { panels: [id], tab: 'options', part: view.id },
  };
}

export function addOverride(panel: PanelModel, matcher: MatcherConfig): Command {
  return onOverrides(panel, 'add', nameOf(matcher), (rules) => [
    ...rules,
    { matcher, properties: [] },
  ]);
}

export function removeOverride(panel: PanelModel, index: number): Command {
  const name = nameOf(overridesOf(panel)[index]?.matcher);
  return onOverrides(panel, 'remove', name, (rules) => rules.filter((_, at) => at !== index));
}

export function moveOverride(panel: PanelModel, from: number, to: number): Command {
  const moved = overridesOf(panel)[from];
  return onOverrides(panel, 'reorder', nameOf(moved?.matcher), (rules) => {
    if (!moved) return rules;
    const rest = rules.filter((_, at) => at !== from);
    return [...rest.slice(0, to), moved, ...rest.slice(to)];
  });
}

export function setMatcher(panel: PanelModel, index: number, matcher: MatcherConfig): Command {
  return onOverrides(panel, 'set', nameOf(matcher), (rules) =>
    rules.map((rule, at) => (at === index ? { ...rule, matcher } : rule)),
  );
}

function onOverrides(
  panel: PanelModel,
  verb: Label['verb'],
  name: string,
  change: (rules: FieldOverride[]) => FieldOverride[],
): Command {
  const { id } = panel;
  return {
    label: { verb, subject: 'override', name, panel: id },
    change: (model) =>
      withPanel(model, id, (before) =>
        withValue(before, ['fieldConfig', 'overrides'], change([...overridesOf(before)])),
      ),
    focus: { panels: [id], tab: 'options' },
  };
}

/** An override that loses its last property is removed, and made at the end where it is missing. */
function withOverride(
  panel: PanelModel,
  view: OptionView,
  value: unknown,
  scope: Scope,
): PanelModel {
  const { property, inner } = view;
  if (!property) return panel;
  const rules = overridesOf(panel);
  const index = ruleOf(panel, scope);
  const rule = rules[index] ?? newRule(scope);
  if (!rule) return panel;
  const known = rule.properties ?? [];
  const before = known.find(({ id }) => id === property);
  const next = inner.length > 0 ? withValue(before?.value, inner, value) : value;
  const properties =
    next === undefined || (inner.length > 0 && isEqual(next, {}))
      ? known.filter(({ id }) => id !== property)
      : before
        ? known.map((each) => (each === before ? { ...each, value: next } : each))
        : [...known, { id: property, value: next }];
  const changed = { ...rule, properties };
  const overrides =
    index < 0
      ? [...rules, changed]
      : rules.flatMap((each, at) => (at !== index ? [each] : properties.length ? [changed] : []));
  return withValue(panel, ['fieldConfig', 'overrides'], overrides);
}

function newRule(scope: Scope): FieldOverride | undefined {
  return scope.kind === 'field'
    ? { matcher: { id: 'byName', options: scope.name }, properties: [] }
    : undefined;
}

function labelOf(panel: PanelModel, view: OptionView, scope: Scope, to: unknown): Label {
  const rule = overridesOf(panel)[ruleOf(panel, scope)];
  return {
    verb: 'set',
    subject: 'panel',
    panel: panel.id,
    path: view.id,
    from: storedValue(panel, view, scope),
    to,
    ...(scope.kind !== 'all' && {
      name: scope.kind === 'field' ? scope.name : nameOf(rule?.matcher),
    }),
  };
}

function nameOf(matcher: MatcherConfig | undefined): string {
  const { id = '', options } = matcher ?? {};
  return typeof options === 'string' ? options : id;
}
