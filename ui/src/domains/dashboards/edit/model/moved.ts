/** Tells panels that were placed from panels that only made room for them. */
import type { DashboardModel, GridPos } from '../../../../data';
import type { Change } from './diff';
import { isRowChange } from './apply';
import { entry, flatten, isItem, type ItemPath } from './identity';

/** Splits off the positions that follow from other changes; they are no changes of their own. */
export function splitMoves(
  base: DashboardModel,
  model: DashboardModel,
  changes: readonly Change[],
): { changes: Change[]; moved: Change[] } {
  const slid = changes.filter(isSlide);
  const before = placesOf(base);
  const after = placesOf(model);
  const placed = placedAmong(slid.map(panelOf), before, after);
  const hasCause =
    placed.size > 0 || changes.some((change) => !isSlide(change) && isLayout(change));
  const moved = new Set<Change>();
  if (hasCause) for (const change of slid) if (!placed.has(panelOf(change))) moved.add(change);
  for (const change of changes) if (followsRow(change, changes)) moved.add(change);
  return {
    changes: changes.filter((change) => !moved.has(change)),
    moved: changes.filter((change) => moved.has(change)),
  };
}

/** A position that differs in its height on the page alone. */
function isSlide({ path, kind, from, to }: Change): boolean {
  if (kind !== 'change' || path.at(-1) !== 'gridPos' || path.length !== 3) return false;
  const [a, b] = [from as GridPos, to as GridPos];
  return a.x === b.x && a.w === b.w && a.h === b.h;
}

const isLayout = ({ path, kind }: Change): boolean =>
  path[0] === 'panels' &&
  (path.length <= 2 || path[2] === 'gridPos' || path[2] === 'collapsed') &&
  (kind !== 'move' || path.length === 2);

/** Panels go into a row that is closed and come out of one that is opened; so does their order. */
function followsRow(change: Change, changes: readonly Change[]): boolean {
  if (change.kind !== 'move' || change.path[0] !== 'panels') return false;
  if (change.path.length === 1) return changes.length > 1;
  if (!isRowChange(change)) return false;
  const row = change.to ?? change.from;
  return changes.some(
    ({ path }) => path[2] === 'collapsed' && isItem(path[1]) && path[1].item === row,
  );
}

const panelOf = ({ path }: { path: ItemPath }): string => (isItem(path[1]) ? path[1].item : '');

function placesOf(model: DashboardModel): Map<string, GridPos> {
  const flat = flatten(model);
  return new Map(flat.ids.map((id, index) => [id, entry(flat.model.panels, index).gridPos]));
}

/** The fewest of `slid` whose moves explain why panels of one column changed their order. */
function placedAmong(
  slid: readonly string[],
  before: ReadonlyMap<string, GridPos>,
  after: ReadonlyMap<string, GridPos>,
): Set<string> {
  const passed = new Map<string, Set<string>>();
  for (const id of slid) {
    const others = new Set<string>();
    for (const [other, was] of before) {
      const now = after.get(other);
      if (other === id || !now || was.x !== now.x || was.w !== now.w) continue;
      if (hasPassed([before.get(id) as GridPos, after.get(id) as GridPos], [was, now]))
        others.add(other);
    }
    passed.set(id, others);
  }
  const placed = new Set<string>();
  for (;;) {
    const [id, others] = [...passed].reduce(
      (most, one) => (one[1].size > most[1].size ? one : most),
      ['', new Set<string>()],
    );
    if (others.size === 0) return placed;
    placed.add(id);
    passed.delete(id);
    for (const rest of passed.values()) rest.delete(id);
  }
}

function hasPassed(one: [GridPos, GridPos], other: [GridPos, GridPos]): boolean {
  const sharesColumn = one[0].x < other[0].x + other[0].w && other[0].x < one[0].x + one[0].w;
  return sharesColumn && Math.sign(one[0].y - other[0].y) * Math.sign(one[1].y - other[1].y) < 0;
}
