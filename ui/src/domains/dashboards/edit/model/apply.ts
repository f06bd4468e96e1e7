/** Applies changes that `diff` found. */
import type { DashboardModel, PanelModel } from '../../../../data';
import type { Change } from './diff';
import {
  entry,
  type ListKind,
  areItems,
  flatten,
  identities,
  isEqual,
  isItem,
  isValues,
  listKind,
  nest,
  pathKey,
  type Item,
  type ItemPath,
  type Values,
} from './identity';

/** Changes of one place and of the places below it. */
interface Branch {
  own: Change[];
  below: Map<string, { key: string | Item; branch: Branch }>;
}

/**
 * `base` with `changes`; parts they do not touch stay the same objects. Changes of items that are
 * not there have no effect.
 */
export function applyChanges(base: DashboardModel, changes: readonly Change[]): DashboardModel {
  if (changes.length === 0) return base;
  const flat = flatten(base);
  const rowOf = new Map(flat.rowOf);
  const root = branchOf(changes.filter((change) => !isRowChange(change)));
  const model = applyTo(flat.model, root, []) as DashboardModel;
  for (const change of changes) {
    if (!isRowChange(change)) continue;
    const { item } = change.path[1] as Item;
    if (typeof change.to === 'string') rowOf.set(item, change.to);
    else rowOf.delete(item);
  }
  const ids = identities(model.panels, listKind(['panels']) as ListKind);
  return nest({ model, ids, rowOf });
}

export const isRowChange = ({ kind, path }: Change): boolean =>
  kind === 'move' && isItem(path.at(-1));

function branchOf(changes: readonly Change[]): Branch {
  const root: Branch = { own: [], below: new Map() };
  for (const change of changes) {
    let at = root;
    for (const key of change.path) {
      const name = pathKey([key]);
      const next = at.below.get(name) ?? { key, branch: { own: [], below: new Map() } };
      at.below.set(name, next);
      at = next.branch;
    }
    at.own.push(change);
  }
  return root;
}

function applyTo(value: unknown, { own, below }: Branch, path: ItemPath): unknown {
  const set = own.find(({ kind }) => kind !== 'move');
  if (set) return set.to;
  const branches = [...below.values()];
  if (branches.some(({ key }) => isItem(key)) || own.length > 0)
    return applyToList(areItems(value) ? value : [], branches, own, path);
  const next: Values = isValues(value) ? { ...value } : {};
  for (const { key, branch } of branches) {
    const name = key as string;
    const result = applyTo(next[name], branch, [...path, name]);
    if (result === undefined) delete next[name];
    else next[name] = result;
  }
  // Changes below describe an object that went as a whole.
  return Object.keys(next).length === 0 && path.length > 0 ? undefined : next;
}

function applyToList(
  list: readonly Values[],
  branches: readonly { key: string | Item; branch: Branch }[],
  own: readonly Change[],
  path: ItemPath,
): Values[] {
  const kind = listKind(path);
  if (!kind) return [...list];
  const items = new Map(identities(list, kind).map((id, index) => [id, entry(list, index)]));
  const added: { id: string; after: string | null; item: Values }[] = [];
  for (const { key, branch } of branches) {
    if (!isItem(key)) continue;
    const change = branch.own[0];
    if (change?.kind === 'add')
      added.push({ id: key.item, after: change.after ?? null, item: change.to as Values });
    else if (change?.kind === 'remove') items.delete(key.item);
    else if (items.has(key.item))
      items.set(key.item, applyTo(items.get(key.item), branch, [...path, key]) as Values);
  }
  const move = own.find((change) => change.kind === 'move');
  const order = move ? reordered([...items.keys()], move.to as string[]) : [...items.keys()];
  for (const { id, after, item } of added) {
    const place = after === null ? -1 : order.indexOf(after);
    order.splice(after !== null && place < 0 ? order.length : place + 1, 0, id);
    items.set(id, item);
  }
  return order.map((id) => items.get(id) as Values);
}

/** `ids` in the order of `wanted`; others stay behind the one that they followed. */
function reordered(ids: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(ids);
  const result = wanted.filter((id) => known.has(id));
  const placed = new Set(result);
  ids.forEach((id, index) => {
    if (placed.has(id)) return;
    const before = ids[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
    placed.add(id);
  });
  return result;
}

/** `next`, with the panels of `model` in the place of equal ones, so that nothing draws anew. */
export function sharePanels(next: DashboardModel, model: DashboardModel): DashboardModel {
  const known = new Map(model.panels.map((panel) => [panel.id, panel]));
  const shared = (panel: PanelModel) => {
    const same = known.get(panel.id);
    return same && isEqual(same, panel) && sameKeys(same, panel) ? same : panel;
  };
  return { ...next, panels: next.panels.map(shared) };
}

const sameKeys = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
