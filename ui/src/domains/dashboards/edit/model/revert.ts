/** Takes single changes of a draft back. */
import type { DashboardModel } from '../../../../data';
import { applyChanges, sharePanels } from './apply';
import { diff, type Change } from './diff';
import { pathKey } from './identity';

/** `model` without `changes`, which `diff(base, model)` found. */
export function revertChanges(
  base: DashboardModel,
  model: DashboardModel,
  changes: readonly Change[],
): DashboardModel {
  const gone = new Set(changes.map(changeKey));
  const all = diff(base, model);
  const kept = all.filter((change) => !gone.has(changeKey(change)));
  if (kept.length === all.length) return model;
  if (kept.length === 0) return base;
  return sharePanels(applyChanges(base, kept), model);
}

export const changeKey = ({ kind, path }: Change): string => `${kind} ${pathKey(path)}`;
