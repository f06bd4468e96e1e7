/**
 * Where the parts of a dashboard are found again after they moved: panels by their number, queries
 * by their refId, variables by their name.
 */
import type { DashboardModel, PanelModel } from '../../../../data';

export type Values = Record<string, unknown>;

/** An item of a list, by its identity. */
export interface Item {
  readonly item: string;
}
export type ItemPath = readonly (string | Item)[];

export const isItem = (key: string | Item | undefined): key is Item => typeof key === 'object';
export const pathKey = (path: ItemPath): string => JSON.stringify(path);

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An entry that is known to be there. */
export const entry = <T>(list: ArrayLike<T>, index: number): T => list[index] as T;

/** Deep comparison of JSON values; the order of keys does not count. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isEqual(value, b[index]));
  if (!isValues(a) || !isValues(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

type Identify = (item: Values) => unknown;

export interface ListKind {
  by: Identify;
  /** Key that names an item and can change while the item stays the same. */
  renamed?: string;
}

const named = (key: string): ListKind => ({ by: (item) => item[key], renamed: key });
const numbered: ListKind = { by: (item) => item.id };
const LINKS: ListKind = { by: (link) => link.title || link.url, renamed: 'title' };
const LISTS: Record<string, ListKind> = {
  panels: numbered,
  links: LINKS,
  'templating.list': named('name'),
  'annotations.list': named('name'),
};
const PANEL_LISTS: Record<string, ListKind> = {
  targets: named('refId'),
  transformations: numbered,
  links: LINKS,
  'fieldConfig.overrides': {
    by: ({ matcher }) =>
      isValues(matcher) ? JSON.stringify([matcher.id, matcher.options]) : undefined,
    renamed: 'matcher',
  },
  'fieldConfig.overrides.*.properties': numbered,
};

/** How the items of the list at `path` are distinguished; undefined where it counts as one value. */
export function listKind(path: ItemPath): ListKind | undefined {
  const isInPanel = path[0] === 'panels' && path.length > 2;
  const name = (isInPanel ? path.slice(2) : path).map((key) => (isItem(key) ? '*' : key)).join('.');
  const kinds = isInPanel ? PANEL_LISTS : LISTS;
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** Identities in order; the second item of a name gets `name#1`, so that each has its own. */
export function identities(items: readonly Values[], { by }: ListKind): string[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = String(by(item) ?? '');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}#${count}`;
  });
}

export const areItems = (list: unknown): list is Values[] =>
  Array.isArray(list) && list.every(isValues);

/** A model with the panels of closed rows beside all others, and what is needed to go back. */
export interface FlatModel {
  model: DashboardModel;
  ids: string[];
  /** Identity of the closed row that stores a panel. */
  rowOf: Map<string, string>;
}

export function flatten(model: DashboardModel): FlatModel {
  const panels: PanelModel[] = [];
  const rows: (number | undefined)[] = [];
  const visit = (list: readonly PanelModel[], row: number | undefined) => {
    for (const panel of list) {
      const inside = panel.panels;
      const index = panels.length;
      panels.push(Array.isArray(inside) && inside.length > 0 ? { ...panel, panels: [] } : panel);
      rows.push(row);
      if (Array.isArray(inside)) visit(inside, index);
    }
  };
  visit(model.panels, undefined);
  const ids = identities(panels, numbered);
  const rowOf = new Map<string, string>();
  rows.forEach((row, index) => row !== undefined && rowOf.set(entry(ids, index), entry(ids, row)));
  return { model: { ...model, panels }, ids, rowOf };
}

/** The opposite of `flatten`. A panel whose row is gone or comes to lie in itself goes to the top. */
export function nest({ model, ids, rowOf }: FlatModel): DashboardModel {
  const inside = new Map<string | undefined, [string, PanelModel][]>();
  const known = new Set(ids);
  model.panels.forEach((panel, index) => {
    const id = entry(ids, index);
    const row = rowOf.get(id);
    const place =
      row !== undefined && known.has(row) && !isWithin(row, id, rowOf) ? row : undefined;
    inside.set(place, [...(inside.get(place) ?? []), [id, panel]]);
  });
  const build = (row: string | undefined): PanelModel[] =>
    (inside.get(row) ?? []).map(([id, panel]) =>
      inside.has(id) ? { ...panel, panels: build(id) } : panel,
    );
  return { ...model, panels: build(undefined) };
}

function isWithin(row: string, id: string, rowOf: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = row; at !== undefined; at = rowOf.get(at)) {
    if (at === id || seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/**
 * Pairs items of two versions of a list: identities of `to` in order, each under the identity that it
 * has in `from`. An item that was renamed in place keeps its old one.
 */
export function pairItems(
  from: readonly Values[],
  to: readonly Values[],
  kind: ListKind,
): { fromIds: string[]; toIds: string[] } {
  const fromIds = identities(from, kind);
  const toIds = identities(to, kind);
  const { renamed } = kind;
  if (!renamed) return { fromIds, toIds };
  const gone = new Set(fromIds.filter((id) => !toIds.includes(id)));
  const known = new Set(fromIds);
  const paired = toIds.map((id, index) => {
    if (known.has(id)) return id;
    const isSame = (old: string, strict: boolean) =>
      isAlike(entry(from, fromIds.indexOf(old)), entry(to, index), renamed, strict);
    const before = fromIds[index];
    const found =
      [...gone].find((old) => isSame(old, true)) ??
      (before !== undefined && gone.has(before) && isSame(before, false) ? before : undefined);
    if (found === undefined) return id;
    gone.delete(found);
    return found;
  });
  return { fromIds, toIds: paired };
}

/** Whether all (`strict`) or most values of two items are equal, apart from the key of the name. */
function isAlike(from: Values, to: Values, renamed: string, strict: boolean): boolean {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => key !== renamed,
  );
  const equal = keys.filter((key) => isEqual(from[key], to[key])).length;
  return keys.length > 0 && (strict ? equal === keys.length : equal * 2 >= keys.length);
}
