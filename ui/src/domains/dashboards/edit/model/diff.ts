/** What differs between two models, in the units in which a user thinks of them. */
import type { DashboardModel } from '../../../../data';
import {
  entry,
  type ListKind,
  areItems,
  flatten,
  isEqual,
  isValues,
  listKind,
  pairItems,
  type FlatModel,
  type ItemPath,
  type Values,
} from './identity';

/**
 * - `add`, `remove`: a key or an item of a list.
 * - `change`: the value at `path`.
 * - `move`: the order of the list at `path` (identities), or of a panel the closed row that stores it
 *   (its identity, null outside of rows).
 */
export type ChangeKind = 'add' | 'remove' | 'change' | 'move';

export interface Change {
  /** Panels are found at `panels` and their number wherever they are stored. */
  path: ItemPath;
  kind: ChangeKind;
  from?: unknown;
  to?: unknown;
  /** Of an added item: the one before it, null where it is the first. */
  after?: string | null;
}

/** Never counted: the server sets them. */
const IGNORED = new Set(['id', 'version']);

/** Changes that lead from `base` to `model`, panels first by their order in `model`. */
export function diff(base: DashboardModel, model: DashboardModel): Change[] {
  if (base === model) return [];
  const changes: Change[] = [];
  const before = flatten(base);
  const after = flatten(model);
  diffKeys(before.model, after.model, [], changes);
  diffRows(before, after, changes);
  return changes;
}

function diffKeys(base: Values, model: Values, path: ItemPath, changes: Change[]): void {
  for (const key of new Set([...Object.keys(base), ...Object.keys(model)])) {
    if (path.length === 0 && IGNORED.has(key)) continue;
    const from = Object.hasOwn(base, key) ? base[key] : undefined;
    const to = Object.hasOwn(model, key) ? model[key] : undefined;
    diffValue(from, to, [...path, key], changes);
  }
}

function diffValue(from: unknown, to: unknown, path: ItemPath, changes: Change[]): void {
  if (from === to) return;
  if (!isUnit(path)) {
    if (isListPair(from, to, path))
      return diffItems((from ?? []) as Values[], to as Values[], path, changes);
    if (isObjectPair(from, to))
      return diffKeys((from ?? {}) as Values, (to ?? {}) as Values, path, changes);
  }
  if (isEqual(from, to)) return;
  if (from === undefined) changes.push({ path, kind: 'add', to });
  else if (to === undefined) changes.push({ path, kind: 'remove', from });
  else changes.push({ path, kind: 'change', from, to });
}

/** Objects that are one value for the user. */
const UNITS = new Set([
  'gridPos',
  'datasource',
  'matcher',
  'time',
  'current',
  'libraryPanel',
  'thresholds',
  'color',
]);
export function isUnit(path: ItemPath): boolean {
  const last = path.at(-1);
  return typeof last === 'string' && UNITS.has(last);
}

const isListPair = (from: unknown, to: unknown, path: ItemPath): boolean =>
  listKind(path) !== undefined &&
  areItems(to) &&
  (from === undefined ? to.length > 0 : areItems(from));

/** An object that appears or goes counts by its keys; an empty one has none to count. */
function isObjectPair(from: unknown, to: unknown): boolean {
  if (isValues(from) && isValues(to)) return !isEmpty(to) || isEmpty(from);
  return (
    (isValues(from) && !isEmpty(from) && to === undefined) ||
    (isValues(to) && !isEmpty(to) && from === undefined)
  );
}

const isEmpty = (values: Values) => Object.keys(values).length === 0;

function diffItems(
  from: readonly Values[],
  to: readonly Values[],
  path: ItemPath,
  changes: Change[],
): void {
  const { fromIds, toIds } = pairItems(from, to, listKind(path) as ListKind);
  const known = new Map(fromIds.map((id, index) => [id, entry(from, index)]));
  const kept = new Set(toIds);
  toIds.forEach((id, index) => {
    const before = known.get(id);
    const item = [...path, { item: id }];
    if (before) {
      if (before !== to[index]) diffKeys(before, entry(to, index), item, changes);
    } else {
      changes.push({ path: item, kind: 'add', to: to[index], after: toIds[index - 1] ?? null });
    }
  });
  fromIds.forEach((id, index) => {
    if (!kept.has(id))
      changes.push({ path: [...path, { item: id }], kind: 'remove', from: from[index] });
  });
  const orderFrom = fromIds.filter((id) => kept.has(id));
  const orderTo = toIds.filter((id) => known.has(id));
  if (!isEqual(orderFrom, orderTo))
    changes.push({ path, kind: 'move', from: orderFrom, to: orderTo });
}

function diffRows(before: FlatModel, after: FlatModel, changes: Change[]): void {
  for (const id of after.ids) {
    const from = before.rowOf.get(id) ?? null;
    const to = after.rowOf.get(id) ?? null;
    if (from !== to) changes.push({ path: ['panels', { item: id }], kind: 'move', from, to });
  }
}
