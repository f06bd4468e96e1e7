/**
 * Brings together two models that were made from one: what was saved meanwhile (theirs) and the draft
 * (yours). What only one side changed is taken; the same value changed differently is a conflict.
 */
import type { DashboardModel, GridPos, PanelModel } from '../../../../data';
import { sharePanels } from './apply';
import { diff, isUnit, type Change } from './diff';
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
  pairItems,
  pathKey,
  type FlatModel,
  type ItemPath,
  type Values,
} from './identity';
import { renamePanels, renameVariable } from './references';

export type Side = 'theirs' | 'yours';

export interface Conflict {
  /** Identifies it in `choices`. */
  key: string;
  path: ItemPath;
  /** Undefined where that side does not have the value. */
  base: unknown;
  theirs: unknown;
  yours: unknown;
}

/** Where the draft has a panel that has to be placed among those of the other side. */
export interface Placement {
  id: number;
  gridPos: GridPos;
}
export type Arrange = (model: DashboardModel, placed: readonly Placement[]) => DashboardModel;

export interface MergeOptions {
  /** Decisions by the key of the conflict; yours counts until one is taken. */
  choices?: Readonly<Record<string, Side>>;
  /** Places panels of the draft after theirs have their places. */
  arrange: Arrange;
}

export interface Merged {
  model: DashboardModel;
  conflicts: Conflict[];
  /** Changes of each side that are part of the result and of no conflict. */
  theirs: Change[];
  yours: Change[];
}

type Choose = (path: ItemPath, base: unknown, theirs: unknown, yours: unknown) => unknown;

export function merge(
  base: DashboardModel,
  theirs: DashboardModel,
  yours: DashboardModel,
  { choices = {}, arrange }: MergeOptions,
): Merged {
  if (isEqual(base, yours)) return unmixed(theirs, diff(base, theirs), 'theirs');
  if (isEqual(base, theirs)) return unmixed(yours, diff(base, yours), 'yours');
  const draft = renumbered(base, theirs, yours);
  const conflicts: Conflict[] = [];
  const choose: Choose = (path, from, a, b) => {
    const key = pathKey(path);
    conflicts.push({ key, path, base: from, theirs: a, yours: b });
    return choices[key] === 'theirs' ? a : b;
  };
  const flat = { base: flatten(base), theirs: flatten(theirs), yours: flatten(draft) };
  const model = mergeKeys(
    flat.base.model,
    flat.theirs.model,
    flat.yours.model,
    [],
    choose,
  ) as DashboardModel;
  const ids = identities(model.panels, listKind(['panels']) as ListKind);
  const nested = nest({ model, ids, rowOf: mergeRows(flat.base, flat.theirs, flat.yours) });
  const changes = { theirs: diff(base, theirs), yours: diff(base, draft) };
  const renamed = renameAll(nested, [...changes.theirs, ...changes.yours]);
  const placed = placements(flat.base, flat.theirs, flat.yours, model);
  const arranged = placed.length > 0 ? arrange(renamed, placed) : renamed;
  const isFree = (change: Change) => !conflicts.some(({ path }) => isBelow(change.path, path));
  return {
    model: sharePanels(arranged, yours),
    conflicts,
    theirs: changes.theirs.filter(isFree),
    yours: changes.yours.filter(isFree),
  };
}

const unmixed = (model: DashboardModel, changes: Change[], side: Side): Merged => ({
  model,
  conflicts: [],
  theirs: side === 'theirs' ? changes : [],
  yours: side === 'yours' ? changes : [],
});

function mergeValue(
  base: unknown,
  theirs: unknown,
  yours: unknown,
  path: ItemPath,
  choose: Choose,
): unknown {
  if (isEqual(theirs, yours) || isEqual(base, yours)) return theirs;
  if (isEqual(base, theirs)) return yours;
  const isPanel = path[0] === 'panels' && path.length === 2;
  if (isPanel && theirs === undefined && onlySlid(base, yours)) return undefined;
  if (isPanel && yours === undefined && onlySlid(base, theirs)) return undefined;
  if (path.at(-1) === 'gridPos') return theirs;
  if (!isUnit(path)) {
    const old = base === undefined ? [] : base;
    if (listKind(path) && areItems(old) && areItems(theirs) && areItems(yours))
      return mergeItems(old, theirs, yours, path, choose);
    if (isValues(theirs) && isValues(yours) && (base === undefined || isValues(base)))
      return mergeKeys(base ?? {}, theirs, yours, path, choose);
  }
  return choose(path, base, theirs, yours);
}

/** Whether a panel only went up or down, as panels do when others change. */
function onlySlid(from: unknown, to: unknown): boolean {
  const still = (panel: unknown) => {
    const { gridPos, ...rest } = panel as PanelModel;
    return { ...rest, gridPos: { ...gridPos, y: 0 } };
  };
  return isValues(from) && isValues(to) && isEqual(still(from), still(to));
}

function mergeKeys(
  base: Values,
  theirs: Values,
  yours: Values,
  path: ItemPath,
  choose: Choose,
): Values {
  const result: Values = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(yours)])) {
    const own = (side: Values) => (Object.hasOwn(side, key) ? side[key] : undefined);
    const value = mergeValue(own(base), own(theirs), own(yours), [...path, key], choose);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function mergeItems(
  base: readonly Values[],
  theirs: readonly Values[],
  yours: readonly Values[],
  path: ItemPath,
  choose: Choose,
): Values[] {
  const kind = listKind(path) as ListKind;
  const baseIds = identities(base, kind);
  const theirIds = pairItems(base, theirs, kind).toIds;
  const yourIds = pairItems(base, yours, kind).toIds;
  const itemOf = (ids: readonly string[], list: readonly Values[]) =>
    new Map(ids.map((id, index) => [id, entry(list, index)]));
  const of = {
    base: itemOf(baseIds, base),
    theirs: itemOf(theirIds, theirs),
    yours: itemOf(yourIds, yours),
  };
  const items = new Map<string, unknown>();
  for (const id of new Set([...theirIds, ...yourIds])) {
    const sides = [of.base.get(id), of.theirs.get(id), of.yours.get(id)] as const;
    const value = mergeValue(...sides, [...path, { item: id }], choose);
    if (value !== undefined) items.set(id, value);
  }
  const order = mergeOrder(baseIds, theirIds, yourIds, path, choose);
  return order.filter((id) => items.has(id)).map((id) => items.get(id) as Values);
}

/** The order of the side that changed it, with the additions of the other one in their places. */
function mergeOrder(
  base: readonly string[],
  theirs: readonly string[],
  yours: readonly string[],
  path: ItemPath,
  choose: Choose,
): string[] {
  const common = (ids: readonly string[]) =>
    ids.filter((id) => base.includes(id) && theirs.includes(id) && yours.includes(id));
  const before = common(base);
  const [a, b] = [common(theirs), common(yours)];
  let first = theirs;
  if (!isEqual(b, before)) {
    if (isEqual(a, before)) first = yours;
    else if (!isEqual(a, b) && path[0] !== 'panels')
      first = choose(path, before, a, b) === a ? theirs : yours;
  }
  const other = first === theirs ? yours : theirs;
  const merged = [...first];
  const isAddition = (id: string | undefined) =>
    id !== undefined && !base.includes(id) && !other.includes(id);
  for (const [index, id] of other.entries()) {
    if (merged.includes(id)) continue;
    let place = index === 0 ? 0 : merged.indexOf(entry(other, index - 1)) + 1;
    while (isAddition(merged[place])) place += 1;
    merged.splice(place, 0, id);
  }
  return merged;
}

function mergeRows(base: FlatModel, theirs: FlatModel, yours: FlatModel): Map<string, string> {
  const rowOf = new Map(theirs.rowOf);
  for (const id of yours.ids) {
    const [from, a, b] = [base, theirs, yours].map((side) => side.rowOf.get(id));
    const isTheirs = theirs.ids.includes(id);
    if (isTheirs && (a !== from || b === from)) continue;
    if (b === undefined) rowOf.delete(id);
    else rowOf.set(id, b);
  }
  return rowOf;
}

/** Panels of the draft to be placed anew, if the other side changed the layout as well. */
function placements(
  base: FlatModel,
  theirs: FlatModel,
  yours: FlatModel,
  merged: DashboardModel,
): Placement[] {
  const moved = (side: FlatModel) => {
    const before = new Map(base.ids.map((id, index) => [id, entry(base.model.panels, index)]));
    return side.ids.flatMap((id, index) => {
      const panel = entry(side.model.panels, index);
      return isEqual(before.get(id)?.gridPos, panel.gridPos) ? [] : [panel];
    });
  };
  const isChanged = moved(theirs).length > 0 || theirs.ids.length < base.ids.length;
  if (!isChanged) return [];
  const left = new Set(merged.panels.map(({ id }) => id));
  return moved(yours)
    .filter(({ id }) => left.has(id))
    .map(({ id, gridPos }) => ({ id, gridPos }));
}

/** New panels of both sides may have taken the same number: those of the draft get others. */
function renumbered(
  base: DashboardModel,
  theirs: DashboardModel,
  yours: DashboardModel,
): DashboardModel {
  const numbers = (model: DashboardModel) =>
    new Map(flatten(model).model.panels.map((panel): [number, PanelModel] => [panel.id, panel]));
  const [known, taken, own] = [numbers(base), numbers(theirs), numbers(yours)];
  let free = Math.max(0, ...taken.keys(), ...own.keys());
  const renamed = new Map<number, number>();
  for (const [id, panel] of own) {
    const other = taken.get(id);
    if (other && !known.has(id) && !isEqual(panel, other)) renamed.set(id, ++free);
  }
  return renamed.size > 0 ? renamePanels(yours, renamed) : yours;
}

/** A variable that one side renamed is also used by what the other side wrote. */
function renameAll(model: DashboardModel, changes: readonly Change[]): DashboardModel {
  let next = model;
  for (const { path, kind, from, to } of changes) {
    const isName = path[0] === 'templating' && path.length === 4 && path[3] === 'name';
    if (kind !== 'change' || !isName || !isItem(path[2])) continue;
    const isFinal = next.templating.list.some(({ name }) => name === to);
    if (isFinal) next = renameVariable(next, String(from), String(to));
  }
  return next;
}

/** Whether `path` is `above` or leads through it. */
const isBelow = (path: ItemPath, above: ItemPath): boolean =>
  above.every((key, index) => isEqual(key, path[index]));
