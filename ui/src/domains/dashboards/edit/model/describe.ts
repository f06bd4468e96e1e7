/** Changes of a dashboard in words, grouped by what they belong to. */
import type { DashboardModel, GridPos, PanelModel } from '../../../../data';
import { diff, type Change } from './diff';
import {
  entry,
  type ListKind,
  flatten,
  identities,
  isItem,
  isValues,
  listKind,
  pathKey,
  type ItemPath,
} from './identity';
import { splitMoves } from './moved';
import { changeKey } from './revert';
import {
  keyWords,
  matcherWords,
  placeWords,
  valueWords,
  type OptionLookUp,
  type OptionWords,
} from './values';

export type GroupKind = 'dashboard' | 'panel' | 'row' | 'variable' | 'annotation' | 'link';

export interface ChangeLine {
  key: string;
  change: Change;
  /** `Line width`, `p99 › Line width`, `Query A`. */
  label: string;
  /** Old and new value where both are worth showing. */
  from?: string;
  to?: string;
  /** In place of the values: `added`, `removed`, `2 queries`. */
  note?: string;
  /** Texts to be compared word by word. */
  isText?: boolean;
}

export interface ChangeGroup {
  key: string;
  kind: GroupKind;
  name: string;
  panelType?: string;
  panel?: number;
  state?: 'added' | 'removed' | 'moved' | 'renamed';
  lines: ChangeLine[];
}

export interface ChangeSummary {
  groups: ChangeGroup[];
  /** Panels that only made room, by title. */
  moved: { names: string[]; changes: Change[] };
  /** Changes without those of `moved`. */
  count: number;
}

export interface Words {
  option?: OptionLookUp;
  /** Name of the data source that a reference means. */
  source?: (ref: unknown) => string | undefined;
}

/** What leads from `base` to `model`. */
export function summarize(
  base: DashboardModel,
  model: DashboardModel,
  words: Words = {},
): ChangeSummary {
  const { changes, moved } = splitMoves(base, model, diff(base, model));
  const context = contextOf(base, model, changes, words);
  return {
    groups: groupsOf(changes, context),
    moved: {
      names: [...new Set(moved.flatMap((change) => context.subject(change).name || []))],
      changes: moved,
    },
    count: changes.length,
  };
}

/** One sentence for each change: `Line width of p99 in Latency: 1 px → 2 px`. */
export function sentences(summary: ChangeSummary): string[] {
  const lines = summary.groups.flatMap((group) => group.lines.map((line) => sentence(line, group)));
  const count = summary.moved.names.length;
  return count > 0 ? [...lines, movedWords(count)] : lines;
}

export const movedWords = (count: number): string =>
  `${count} ${count === 1 ? 'panel' : 'panels'} moved by these changes`;

export function sentence(line: ChangeLine, { kind, name, state }: ChangeGroup): string {
  const subject = kind === 'dashboard' ? '' : `${keyWords(kind)} ${name || 'without a title'}`;
  if (state === 'added' || state === 'removed') return `${subject} ${state}`;
  const [field, option] = line.label.includes(' › ') ? line.label.split(' › ') : [];
  const label = option ? `${option} of ${field}` : line.label;
  const what = subject ? `${label} in ${lowerFirst(subject)}` : label;
  return line.note ? `${what}: ${line.note}` : `${what}: ${line.from} → ${line.to}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

interface Context extends Words {
  subject: (change: Change) => Omit<ChangeGroup, 'lines' | 'state'>;
  panelOf: (path: ItemPath) => PanelModel | undefined;
  titleOf: (id: string) => string;
}

function contextOf(
  base: DashboardModel,
  model: DashboardModel,
  changes: readonly Change[],
  words: Words,
): Context {
  const names = newNames(changes);
  const panels = new Map<string, PanelModel>();
  for (const side of [base, model]) {
    const flat = flatten(side);
    flat.ids.forEach((id, index) => panels.set(id, entry(flat.model.panels, index)));
  }
  const panelOf = (path: ItemPath) => (isItem(path[1]) ? panels.get(path[1].item) : undefined);
  const titleOf = (id: string) => panels.get(id)?.title ?? '';
  return {
    ...words,
    panelOf,
    titleOf,
    subject: ({ path }) => {
      const panel = path[0] === 'panels' ? panelOf(path) : undefined;
      if (panel)
        return {
          key: `panel ${panel.id}`,
          kind: panel.type === 'row' ? 'row' : 'panel',
          name: panel.title ?? '',
          panelType: panel.type,
          panel: panel.id,
        };
      const item = path.find(isItem);
      const kind = item && LIST_KINDS[String(path[0])];
      if (!item || !kind) return { key: 'dashboard', kind: 'dashboard', name: '' };
      const name = names.get(pathKey(path.slice(0, listDepth(path)))) ?? item.item;
      return { key: `${kind} ${item.item}`, kind, name };
    },
  };
}

const LIST_KINDS: Record<string, GroupKind> = {
  templating: 'variable',
  annotations: 'annotation',
  links: 'link',
};

/** Names that items have now, by the path under which the changes list them. */
function newNames(changes: readonly Change[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path, kind, to } of changes) {
    const depth = listDepth(path);
    const isName = depth > 0 && path.length === depth + 1;
    if (kind === 'change' && isName && path.at(-1) === listKind(path.slice(0, depth - 1))?.renamed)
      names.set(pathKey(path.slice(0, depth)), String(to));
  }
  return names;
}

function groupsOf(changes: readonly Change[], context: Context): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  for (const change of changes) {
    const subject = context.subject(change);
    const group = groups.get(subject.key) ?? { ...subject, lines: [] };
    groups.set(subject.key, group);
    const isWhole = isItem(change.path.at(-1)) && listDepth(change.path) === change.path.length;
    if (isWhole && change.kind === 'add') group.state = 'added';
    if (isWhole && change.kind === 'remove') group.state = 'removed';
    group.lines.push(lineOf(change, group, context));
  }
  for (const group of groups.values()) {
    if (group.state) continue;
    const kinds = group.lines.map(({ change }) => change.path.at(-1));
    if (kinds.every((key) => key === 'gridPos' || isItem(key))) group.state = 'moved';
    else if (group.kind === 'variable' && kinds.includes('name')) group.state = 'renamed';
  }
  const order = ['panel', 'row', 'variable', 'annotation', 'link', 'dashboard'];
  return [...groups.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const listDepth = (path: ItemPath): number => path.findIndex(isItem) + 1;

function lineOf(change: Change, group: ChangeGroup, context: Context): ChangeLine {
  const line = { key: changeKey(change), change };
  const { kind, path, from, to } = change;
  const inner = path.slice(listDepth(path));
  const isPanel = path[0] === 'panels' && listDepth(path) > 0;
  if (inner.length === 0 && isItem(path.at(-1))) {
    if (kind === 'move')
      return {
        ...line,
        label: 'Row',
        from: from === null ? 'none' : context.titleOf(String(from)),
        to: to === null ? 'none' : context.titleOf(String(to)),
      };
    const item = kind === 'add' ? to : from;
    return {
      ...line,
      label: typeWords(group),
      note: isPanel ? contents(item, context) : kindWords(kind),
    };
  }
  if (kind === 'move') return { ...line, label: `${listWords(path)} order`, note: 'changed' };
  if (isPanel) return { ...line, ...panelLine(change, inner, context) };
  const label = (inner.length > 0 ? inner : path).map(labelOf).join(' › ');
  return { ...line, label, ...valuesOf(change, undefined, context) };
}

const typeWords = ({ kind, panelType }: ChangeGroup): string =>
  kind === 'panel' && panelType ? keyWords(panelType) : keyWords(kind);

const kindWords = (kind: Change['kind']): string =>
  kind === 'add' ? 'added' : kind === 'remove' ? 'removed' : 'changed';

const labelOf = (key: string | { item: string }): string =>
  isItem(key) ? key.item : keyWords(key);

/** What a panel that was added or removed consists of: `2 queries, 6 × 8`. */
function contents(item: unknown, { source }: Words): string {
  if (!isValues(item)) return '';
  const panel = item as unknown as PanelModel;
  const count = panel.targets?.length ?? 0;
  const name = source?.(panel.datasource);
  const queries = `${count} ${count === 1 ? 'query' : 'queries'}${name ? ` on ${name}` : ''}`;
  const size = `${panel.gridPos?.w} × ${panel.gridPos?.h}`;
  return panel.type === 'row' ? 'with its title' : count > 0 ? `${queries}, ${size}` : size;
}

function listWords(path: ItemPath): string {
  const last = path.at(-1);
  const names: Record<string, string> = {
    panels: 'Panel',
    targets: 'Query',
    transformations: 'Transformation',
    overrides: 'Override',
    properties: 'Override property',
  };
  if (path[0] === 'templating') return 'Variable';
  if (path[0] === 'annotations') return 'Annotation';
  return names[String(last)] ?? 'Link';
}

type LineWords = Pick<ChangeLine, 'label' | 'from' | 'to' | 'note' | 'isText'>;

function panelLine(change: Change, inner: ItemPath, context: Context): LineWords {
  const panel = context.panelOf(change.path);
  const type = panel?.type ?? '';
  const look = (path: string) => context.option?.(type, path);
  const [list, item, ...rest] = inner;
  if (change.path.at(-1) === 'gridPos') {
    const [from, to] = [change.from as GridPos, change.to as GridPos];
    if (from && to)
      return { label: 'Position and size', from: placeWords(from, to), to: placeWords(to, from) };
  }
  if (list === 'targets' && isItem(item)) return queryLine(change, item.item, rest, context);
  if (list === 'transformations' && isItem(item)) {
    const [name, count] = item.item.split('#');
    const label = `Transformation ${keyWords(name ?? '')}${count ? ` ${Number(count) + 1}` : ''}`;
    if (rest.length === 0) return { label, note: kindWords(change.kind) };
    const keys = rest.filter((key) => key !== 'options');
    const values = valuesOf(change, undefined, context);
    return { label: [label, ...keys.map(labelOf)].join(' › '), ...values };
  }
  if (list === 'fieldConfig' && item === 'overrides')
    return overrideLine(change, rest, panel, look, context);
  const path = inner.map((key) => (isItem(key) ? key.item : key)).join('.');
  const words = look(path);
  return { label: words?.label ?? fallback(inner), ...valuesOf(change, words, context) };
}

function queryLine(change: Change, refId: string, rest: ItemPath, context: Context): LineWords {
  const label = `Query ${refId}`;
  const [key] = rest;
  if (key === undefined) return { label, note: kindWords(change.kind) };
  const isText = typeof change.from === 'string' && typeof change.to === 'string';
  if (isText && QUERY_TEXTS.has(String(key)))
    return { label, from: String(change.from), to: String(change.to), isText: true };
  const name = rest.map(labelOf).join(' › ');
  return { label: `${label} › ${name}`, ...valuesOf(change, undefined, context) };
}

/** Keys in which data sources store the text of a query. */
const QUERY_TEXTS = new Set(['expr', 'expression', 'query', 'rawSql', 'rawQuery', 'target', 'sql']);

function overrideLine(
  change: Change,
  [rule, list, property, ...deeper]: ItemPath,
  panel: PanelModel | undefined,
  look: (path: string) => OptionWords | undefined,
  context: Context,
): LineWords {
  const overrides = panel?.fieldConfig?.overrides ?? [];
  const id = isItem(rule) ? rule.item : '';
  const ids = identities(
    overrides,
    listKind(['panels', { item: '' }, 'fieldConfig', 'overrides']) as ListKind,
  );
  const found = overrides[ids.indexOf(id)]?.matcher ?? parsedMatcher(id);
  const field = matcherWords(found);
  if (list === undefined) return { label: `Override of ${field}`, note: kindWords(change.kind) };
  if (list === 'matcher')
    return {
      label: 'Fields of the override',
      from: matcherWords(change.from),
      to: matcherWords(change.to),
    };
  if (!isItem(property))
    return {
      label: `${field} › ${keyWords(String(list))}`,
      ...valuesOf(change, undefined, context),
    };
  const words = look(`fieldConfig.defaults.${property.item}`);
  const name = words?.label ?? keyWords(property.item.split('.').at(-1) ?? '');
  const isWhole = deeper.length === 0;
  const value = (item: unknown) => (isWhole && isValues(item) ? item.value : item);
  const { kind, from, to } = change;
  return {
    label: [field, name, ...(deeper[0] === 'value' ? deeper.slice(1) : deeper).map(labelOf)].join(
      ' › ',
    ),
    ...valuesOf({ ...change, from: value(from), to: value(to) }, words, context),
    ...(kind === 'remove' && isWhole && { to: 'not set' }),
  };
}

function parsedMatcher(id: string): unknown {
  try {
    const [name, options] = JSON.parse(id.replace(/#\d+$/, '')) as [string, unknown];
    return { id: name, options };
  } catch {
    return undefined;
  }
}

const STRUCTURE = new Set(['options', 'fieldConfig', 'defaults', 'custom']);

/** A path without its structure, for options that are not declared: `Legend › Show legend`. */
function fallback(path: ItemPath): string {
  const keys = path.filter((key) => isItem(key) || !STRUCTURE.has(key));
  return (keys.length > 0 ? keys : path).map(labelOf).join(' › ');
}

function valuesOf(
  { path, kind, from, to }: Change,
  words: OptionWords | undefined,
  { source }: Words,
): Omit<LineWords, 'label'> {
  const isSource = path.at(-1) === 'datasource';
  const text = (value: unknown) => (isSource && source?.(value)) || valueWords(value, words);
  const [before, after] = [text(from), text(to)];
  if (before === after) return { note: kindWords(kind) };
  const isText = typeof from === 'string' && typeof to === 'string' && from.length + to.length > 60;
  return { from: before, to: after, ...(isText && { isText }) };
}
