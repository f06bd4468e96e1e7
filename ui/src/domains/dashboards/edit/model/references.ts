/** Where variables, queries and panels are used by their name, and renaming them everywhere. */
import type { DashboardModel, PanelModel, Target } from '../../../../data';
import { VARIABLE } from '../../../../data/variables/interpolate';
import { DASHBOARD } from '../../../../querying/sources';
import { flatten, isValues, type Values } from './identity';
import { mapPanels } from './panels';

const EXPRESSION = '__expr__';

/** `value` with each string replaced; parts without a change stay the same objects. */
export function mapStrings<T>(
  value: T,
  change: (text: string, key: string) => string,
  key = '',
): T {
  if (typeof value === 'string') return change(value, key) as T;
  if (Array.isArray(value)) {
    const next = value.map((item: unknown) => mapStrings(item, change, key));
    return (next.every((item, index) => item === value[index]) ? value : next) as T;
  }
  if (!isValues(value)) return value;
  let next: Values | undefined;
  for (const [name, item] of Object.entries(value)) {
    const changed = mapStrings(item, change, name);
    if (changed !== item) (next ??= { ...(value as Values) })[name] = changed;
  }
  return (next ?? value) as T;
}

/* Variables */

export interface VariableUse {
  kind: 'panel' | 'variable' | 'annotation' | 'link' | 'dashboard';
  /** Title or name of what uses it. */
  name: string;
  panel?: number;
  /** `repeat`, `title`, `query`, `link` … in which it occurs, each once. */
  parts: string[];
}

const PARTS: Record<string, string> = {
  targets: 'query',
  query: 'query',
  definition: 'query',
  target: 'query',
  expr: 'query',
  links: 'link',
  url: 'link',
  datasource: 'data source',
  fieldConfig: 'options',
  options: 'options',
  transformations: 'transformation',
};

/** Everything of the dashboard that uses the variable, in the order of the model. */
export function variableUses(model: DashboardModel, name: string): VariableUse[] {
  const uses: VariableUse[] = [];
  const add = (use: Omit<VariableUse, 'parts'>, values: Values, skip: readonly string[] = []) => {
    const keys = Object.keys(values).filter(
      (key) => !skip.includes(key) && usesVariable(values[key], name, key),
    );
    const parts = [...new Set(keys.map((key) => PARTS[key] ?? key))];
    if (parts.length > 0) uses.push({ ...use, parts });
  };
  const { title, description } = model;
  add({ kind: 'dashboard', name: title }, { title, description });
  for (const panel of flatten(model).model.panels)
    add({ kind: 'panel', name: panel.title ?? '', panel: panel.id }, panel, ['panels']);
  for (const variable of model.templating.list) {
    if (variable.name !== name)
      add({ kind: 'variable', name: variable.name }, variable, ['current', 'options']);
  }
  for (const query of model.annotations.list) add({ kind: 'annotation', name: query.name }, query);
  for (const link of model.links) add({ kind: 'link', name: link.title || link.url || '' }, link);
  return uses;
}

/** Names of all variables that a part of a model uses, as `$name`, in links or to repeat. */
export function variablesIn(value: unknown): string[] {
  const names = new Set<string>();
  mapStrings(value, (text, key) => {
    if (key === 'repeat' && text !== '') names.add(text);
    for (const match of text.matchAll(VARIABLE)) names.add(match[1] ?? match[4] ?? match[5] ?? '');
    return text;
  });
  return [...names].filter((name) => name !== '');
}

function usesVariable(value: unknown, name: string, key: string): boolean {
  let isUsed = false;
  mapStrings(
    value,
    (text, at) => {
      isUsed ||= renamedInText(text, at, name, `${name}_`) !== text;
      return text;
    },
    key,
  );
  return isUsed;
}

/** Renames the variable and every use of it. */
export function renameVariable(model: DashboardModel, from: string, to: string): DashboardModel {
  if (from === to) return model;
  const rename = <T>(value: T) =>
    mapStrings(value, (text, key) => renamedInText(text, key, from, to));
  const list = same(
    model.templating.list,
    model.templating.list.map((variable) => {
      const { name, current: _current, options: _options, ...rest } = variable;
      const changed = rename(rest);
      const isSame =
        changed === rest || Object.keys(rest).every((key) => changed[key] === rest[key]);
      if (name !== from && isSame) return variable;
      // The keys keep their order.
      return { ...variable, ...changed, name: name === from ? to : name };
    }),
  );
  const parts = {
    title: rename(model.title),
    description: rename(model.description),
    panels: rename(model.panels),
    links: rename(model.links),
  };
  const annotations = rename(model.annotations);
  const isSame =
    list === model.templating.list &&
    annotations === model.annotations &&
    Object.entries(parts).every(([key, value]) => model[key] === value);
  if (isSame) return model;
  const next: DashboardModel = { ...model, templating: { ...model.templating, list }, annotations };
  for (const [key, value] of Object.entries(parts)) if (value !== undefined) next[key] = value;
  return next;
}

function renamedInText(text: string, key: string, from: string, to: string): string {
  if (key === 'repeat') return text === from ? to : text;
  const inTexts = text.replace(VARIABLE, (whole: string, ...groups: (string | undefined)[]) => {
    const name = groups[0] ?? groups[3] ?? groups[4];
    return name === from ? whole.replace(from, to) : whole;
  });
  const parameter = `var-${from}=`;
  return inTexts.includes(parameter)
    ? inTexts.replace(/([?&]var-)([^=&]+)(?==)/g, (whole, start: string, name: string) =>
        name === from ? start + to : whole,
      )
    : inTexts;
}

/* Queries */

/** Other parts of the panel that use the query: refIds of expressions, overrides, transformations. */
export function queryUses(
  panel: PanelModel,
  refId: string,
): { queries: string[]; overrides: number; transformations: number } {
  const other = `${refId}__`;
  const { targets, fieldConfig, transformations } = panel;
  const next = renameQuery(panel, refId, other);
  const changed = (a: readonly unknown[] = [], b: readonly unknown[] = []) =>
    a.filter((item, index) => item !== b[index]).length;
  return {
    queries: (targets ?? [])
      .filter((target, index) => target.refId !== refId && target !== next.targets?.[index])
      .map((target) => target.refId),
    overrides: changed(fieldConfig?.overrides, next.fieldConfig?.overrides),
    transformations: changed(transformations, next.transformations),
  };
}

/** Renames a query with the expressions, overrides and transformations that name it. */
export function renameQuery(panel: PanelModel, from: string, to: string): PanelModel {
  if (from === to) return panel;
  const next = { ...panel };
  if (panel.targets)
    next.targets = same(
      panel.targets,
      panel.targets.map((target) => {
        const changed = renamedInTarget(target, from, to);
        return target.refId === from ? { ...changed, refId: to } : changed;
      }),
    );
  const inMatcher = (text: string, key: string) =>
    key === 'options' || key === 'include' || key === 'configRefId' || key === 'refId'
      ? wordRenamed(text, from, to)
      : text;
  if (panel.fieldConfig) {
    const { overrides } = panel.fieldConfig;
    const changed = same(
      overrides,
      overrides.map((rule) =>
        rule.matcher.id === 'byFrameRefID'
          ? withChanged(rule, 'matcher', mapStrings(rule.matcher, inMatcher))
          : rule,
      ),
    );
    if (changed !== overrides) next.fieldConfig = { ...panel.fieldConfig, overrides: changed };
  }
  if (panel.transformations)
    next.transformations = same(
      panel.transformations,
      panel.transformations.map((step) => {
        const isOwn = step.id === 'filterByRefId' || step.id === 'configFromData';
        const options = isOwn ? mapStrings(step.options, inMatcher) : step.options;
        const filter =
          step.filter?.id === 'byRefId' ? mapStrings(step.filter, inMatcher) : step.filter;
        return withChanged(withChanged(step, 'options', options), 'filter', filter);
      }),
    );
  const isSame = Object.keys(next).every((key) => next[key] === panel[key]);
  return isSame ? panel : next;
}

function renamedInTarget(target: Target, from: string, to: string): Target {
  if (target.datasource?.uid !== EXPRESSION && target.datasource?.type !== EXPRESSION)
    return mapStrings(target, (text, key) =>
      key === 'target' || key === 'targetFull'
        ? text.replace(/#(\w+)/g, (whole, name: string) => (name === from ? `#${to}` : whole))
        : text,
    );
  return mapStrings(target, (text, key) => {
    if (key === 'params') return text === from ? to : text;
    if (key !== 'expression') return text;
    if (target.type === 'sql') return wordRenamed(text, from, to);
    if (text === from) return to;
    return text.replace(/\$(?:\{([^}]+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
      if ((braced ?? plain) !== from) return whole;
      return braced !== undefined || /\W/.test(to) ? `\${${to}}` : `$${to}`;
    });
  });
}

const wordRenamed = (text: string, from: string, to: string) =>
  text.replaceAll(/[\w-]+/g, (word) => (word === from ? to : word));

/* Panels */

/** Gives panels other numbers; what refers to them by number follows. */
export function renamePanels(
  model: DashboardModel,
  numbers: ReadonlyMap<number, number>,
): DashboardModel {
  const of = (id: unknown) => numbers.get(Number(id));
  const panels = mapPanels(model.panels, (panel) => {
    const next = withPanelReferences(panel, numbers);
    const id = of(panel.id);
    return id === undefined ? next : { ...next, id };
  });
  const annotations = model.annotations.list.map((query) => {
    const ids = query.filter?.ids;
    return ids?.some((id) => of(id) !== undefined)
      ? { ...query, filter: { ...query.filter, ids: ids.map((id) => of(id) ?? id) } }
      : query;
  });
  const list = same(model.annotations.list, annotations);
  if (panels === model.panels && list === model.annotations.list) return model;
  return {
    ...model,
    panels,
    ...(list !== model.annotations.list && { annotations: { ...model.annotations, list } }),
  };
}

/** The panel with queries of other panels' results, and links to panels, under their new numbers. */
export function withPanelReferences(
  panel: PanelModel,
  numbers: ReadonlyMap<number, number>,
): PanelModel {
  const targets =
    panel.targets &&
    same(
      panel.targets,
      panel.targets.map((target) => {
        const id = numbers.get(Number(target.panelId));
        const source = target.datasource ?? panel.datasource;
        return id !== undefined && source?.uid === DASHBOARD ? { ...target, panelId: id } : target;
      }),
    );
  const links = mapStrings(panel.links, (text, key) =>
    key === 'url'
      ? text.replace(/([?&](?:viewPanel|editPanel)=(?:panel-)?)(\d+)/g, (whole, start, id) => {
          const number = numbers.get(Number(id));
          return number === undefined ? whole : `${start}${number}`;
        })
      : text,
  );
  return withChanged(withChanged(panel, 'targets', targets), 'links', links);
}

/** Where the results of a panel are shown again: numbers of those panels. */
export function panelUses(model: DashboardModel, id: number): number[] {
  return flatten(model)
    .model.panels.filter((panel) =>
      panel.targets?.some(
        (target) =>
          Number(target.panelId) === id &&
          (target.datasource ?? panel.datasource)?.uid === DASHBOARD,
      ),
    )
    .map((panel) => panel.id);
}

const same = <T>(before: T[], after: T[]): T[] =>
  after.every((item, index) => item === before[index]) ? before : after;

function withChanged<T extends object, K extends keyof T>(target: T, key: K, value: T[K]): T {
  return target[key] === value ? target : { ...target, [key]: value };
}
