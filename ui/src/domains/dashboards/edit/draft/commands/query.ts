/** Changes of the queries of one panel. */
import type { DataSourceRef, PanelModel, Target } from '../../../../../data';
import { DASHBOARD, EXPRESSION, MIXED } from '../../../../../querying/sources';
import { freeRefId } from '../../../../../sdk/editor/expressions/expressions';
import { withPanel } from '../../model/panels';
import { renameQuery as renamed } from '../../model/references';
import { withValue } from '../../model/withValue';
import type { Command, Label } from '../types';

export function isExpression(target: Target): boolean {
  return target.datasource?.uid === EXPRESSION || target.datasource?.type === EXPRESSION;
}

export function addQuery(panel: PanelModel, query: Omit<Target, 'refId'>): Command {
  const refId = freeRefId(panel.targets ?? []);
  return onTargets(panel, { verb: 'add', subject: 'query', name: refId }, (targets) => [
    ...targets,
    { refId, ...query },
  ]);
}

export function changeQuery(panel: PanelModel, refId: string, next: Target): Command {
  const label: Label = { verb: 'set', subject: 'query', name: refId };
  const command = onTargets(panel, label, (targets) =>
    targets.map((target) => (target.refId === refId ? next : target)),
  );
  return { ...command, merge: `query:${panel.id}:${refId}` };
}

/** Expressions, overrides and transformations that name the query follow. */
export function renameQuery(panel: PanelModel, from: string, to: string): Command {
  const label: Label = { verb: 'rename', subject: 'query', name: to, from, to };
  return onPanel(panel, label, (before) => renamed(before, from, to));
}

export function removeQuery(panel: PanelModel, refId: string): Command {
  return onTargets(panel, { verb: 'remove', subject: 'query', name: refId }, (targets) =>
    targets.filter((target) => target.refId !== refId),
  );
}

export function duplicateQuery(panel: PanelModel, refId: string): Command {
  const label: Label = { verb: 'duplicate', subject: 'query', name: refId };
  return onTargets(panel, label, (targets) =>
    targets.flatMap((target) =>
      target.refId === refId ? [target, { ...target, refId: freeRefId(targets) }] : [target],
    ),
  );
}

export function moveQuery(panel: PanelModel, from: number, to: number): Command {
  const name = panel.targets?.[from]?.refId;
  return onTargets(panel, { verb: 'reorder', subject: 'query', name }, (targets) => {
    const moved = targets[from];
    if (!moved || from === to) return targets;
    const rest = targets.filter((_, index) => index !== from);
    return [...rest.slice(0, to), moved, ...rest.slice(to)];
  });
}

/** Shown again, a query loses its key, as if it had never been hidden. */
export function hideQuery(panel: PanelModel, refId: string, isHidden: boolean): Command {
  const label: Label = { verb: 'set', subject: 'query', name: refId, path: 'hide', to: isHidden };
  return onTargets(panel, label, (targets) =>
    targets.map((target) => {
      if (target.refId !== refId) return target;
      if (isHidden) return { ...target, hide: true };
      const { hide: _, ...shown } = target;
      return shown as Target;
    }),
  );
}

/**
 * Gives one query another source. A panel whose queries all have one source stores it as its own,
 * several are stored as `-- Mixed --`.
 */
export function setQuerySource(
  panel: PanelModel,
  refId: string,
  source: DataSourceRef,
  next: Target,
): Command {
  const label: Label = { verb: 'set', subject: 'query', name: refId, path: 'datasource' };
  return onPanel(panel, label, (before) => {
    const targets = (before.targets ?? []).map((target) =>
      target.refId === refId
        ? { ...next, datasource: source }
        : isExpression(target)
          ? target
          : { ...target, datasource: target.datasource ?? ownSource(before) },
    );
    return withSource({ ...before, targets });
  });
}

export function setPanelSource(panel: PanelModel, source: DataSourceRef): Command {
  const label: Label = { verb: 'set', subject: 'panel', name: panel.title, path: 'datasource' };
  return onPanel(panel, label, (before) => ({
    ...before,
    datasource: source,
    ...(before.targets && {
      targets: before.targets.map((target) =>
        isExpression(target) ? target : { ...target, datasource: source },
      ),
    }),
  }));
}

export type QueryOption =
  'interval' | 'maxDataPoints' | 'timeFrom' | 'timeShift' | 'hideTimeOverride' | 'queryCachingTTL';

/** Undefined removes the key. */
export function setQueryOption(panel: PanelModel, key: QueryOption, value: unknown): Command {
  const label: Label = {
    verb: 'set',
    subject: 'panel',
    name: panel.title,
    path: key,
    from: panel[key],
    to: value,
  };
  const command = onPanel(panel, label, (before) => withValue(before, [key], value));
  return { ...command, merge: `panel:${panel.id}:${key}` };
}

function withSource(panel: PanelModel): PanelModel {
  const sources = (panel.targets ?? []).flatMap((target) =>
    isExpression(target) || !target.datasource ? [] : [target.datasource],
  );
  const [first] = sources;
  if (!first) return panel;
  const isMixed = sources.some(({ uid }) => uid !== first.uid);
  const datasource = isMixed ? { type: 'datasource', uid: MIXED } : first;
  return panel.datasource?.uid === datasource.uid ? panel : { ...panel, datasource };
}

function ownSource({ datasource }: PanelModel): DataSourceRef | null | undefined {
  return datasource?.uid === MIXED || datasource?.uid === DASHBOARD ? undefined : datasource;
}

function onTargets(
  panel: PanelModel,
  label: Label,
  change: (targets: Target[]) => Target[],
): Command {
  return onPanel(panel, label, (before) => {
    const targets = change(before.targets ?? []);
    return targets === before.targets ? before : { ...before, targets };
  });
}

function onPanel(
  { id }: PanelModel,
  label: Label,
  change: (panel: PanelModel) => PanelModel,
): Command {
  return {
    label: { ...label, panel: id },
    change: (model) => withPanel(model, id, change),
    focus: { panels: [id], tab: 'query', part: label.name },
  };
}
