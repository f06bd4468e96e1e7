/**
 * One list of everything that can be set on a panel: its own properties, the options of its type,
 * the standard options of fields, and the options of fields of its type. Rendering, search, reset
 * and labels read this list.
 */
import type { PanelModel } from '../../../../data';
import { optionDefinitions, resolveOptions, type OptionDefinition } from '../../../../sdk/options';
import type { PanelDefinition } from '../../../../sdk/panel';
import { valueAt, type Path } from '../model/withValue';

export type OptionSource = 'panel' | 'options' | 'standard' | 'field';

export interface OptionView {
  /** Unique in the list, and how history and search name it: `options.legend.placement`, `unit`. */
  id: string;
  source: OptionSource;
  definition: OptionDefinition;
  group: string;
  /** Where the panel stores it. */
  path: Path;
  /** How overrides name it, such as `custom.lineWidth`; undefined for what no field has. */
  property?: string;
  /** Path in the value of that property: `lineStyle.fill` is stored in `custom.lineStyle`. */
  inner: Path;
}

const DEFAULTS: Path = ['fieldConfig', 'defaults'];

export function optionViews(
  plugin: Pick<PanelDefinition, 'options' | 'fieldOptions'> | undefined,
  standard: readonly OptionDefinition[],
  properties: readonly OptionDefinition[],
): OptionView[] {
  const own = optionDefinitions(plugin?.options);
  const field = optionDefinitions(plugin?.fieldOptions);
  return [
    ...properties.map((definition) => viewOf('panel', definition, [])),
    ...own.map((definition) => viewOf('options', definition, ['options'])),
    ...standard.map((definition) => viewOf('standard', definition, DEFAULTS)),
    ...field.map((definition) => viewOf('field', definition, [...DEFAULTS, 'custom'])),
  ].filter(({ definition }) => !definition.internal);
}

function viewOf(source: OptionSource, definition: OptionDefinition, base: Path): OptionView {
  const keys = definition.path.split('.');
  const [head = '', ...inner] = keys;
  const prefix = source === 'field' ? 'custom.' : '';
  const isOfFields = source === 'standard' || source === 'field';
  return {
    id: source === 'options' ? `options.${definition.path}` : prefix + definition.path,
    source,
    definition,
    group: definition.group || 'Options',
    path: [...base, ...keys],
    property: isOfFields ? prefix + head : undefined,
    inner,
  };
}

export interface OptionGroup {
  name: string;
  views: OptionView[];
}

/** Groups of one name are one group, where its first option stands. */
export function grouped(views: readonly OptionView[]): OptionGroup[] {
  const groups = new Map<string, OptionView[]>();
  for (const view of views) {
    const group = groups.get(view.group) ?? [];
    groups.set(view.group, [...group, view]);
  }
  return [...groups].map(([name, inside]) => ({ name, views: inside }));
}

/** Option values with defaults, as conditions of options read them. */
export interface Conditions {
  options: Record<string, unknown>;
  custom: Record<string, unknown>;
  defaults: Record<string, unknown>;
}

export function conditionsOf(
  panel: PanelModel,
  plugin: Pick<PanelDefinition, 'options' | 'fieldOptions'> | undefined,
): Conditions {
  const defaults = valueAt(panel, DEFAULTS);
  return {
    options: resolveOptions(plugin?.options, panel.options) as Record<string, unknown>,
    custom: resolveOptions(plugin?.fieldOptions, valueAt(panel, [...DEFAULTS, 'custom'])) as Record<
      string,
      unknown
    >,
    defaults: (typeof defaults === 'object' && defaults !== null ? defaults : {}) as Record<
      string,
      unknown
    >,
  };
}

/** Whether an option has an effect now. A condition that fails shows the option. */
export function isRelevant({ definition, source }: OptionView, conditions: Conditions): boolean {
  if (!definition.when) return true;
  const values =
    source === 'options'
      ? conditions.options
      : source === 'field'
        ? conditions.custom
        : conditions.defaults;
  try {
    return definition.when(values);
  } catch {
    return true;
  }
}
