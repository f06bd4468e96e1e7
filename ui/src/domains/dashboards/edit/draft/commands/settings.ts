/** Changes of the dashboard itself: its settings, its whole JSON, and a version loaded into it. */
import type { DashboardModel } from '../../../../../data';
import { sharePanels } from '../../model/apply';
import { isEqual } from '../../model/identity';
import { valueAt, withValue } from '../../model/withValue';
import type { Command, Draft } from '../types';

export type SettingPath =
  | readonly [
      'title' | 'description' | 'tags' | 'timezone' | 'weekStart' | 'graphTooltip' | 'editable',
    ]
  | readonly ['timepicker', 'hidden' | 'nowDelay' | 'refresh_intervals'];

/** A value that equals `standard` removes its key, unless the saved dashboard has it. */
export function setSetting(
  { base, model: before }: Draft,
  path: SettingPath,
  value: unknown,
  standard?: unknown,
): Command {
  const isRemoved = isEqual(value, standard) && valueAt(base.model, path) === undefined;
  const next = isRemoved ? undefined : value;
  const [first, second] = path;
  return {
    label: {
      verb: 'set',
      subject: 'dashboard',
      path: path.join('.'),
      from: valueAt(before, path),
      to: value,
    },
    merge: `setting ${path.join('.')}`,
    focus: { page: 'general' },
    change: (model) => {
      if (isEqual(valueAt(model, path), next)) return model;
      if (second === undefined) return withValue(model, [first], next);
      // The time picker stays, also without any key.
      return { ...model, timepicker: withValue(model.timepicker, [second], next) };
    },
  };
}

/** The whole model as one step. The dashboard keeps its identity. */
export function applyJson(next: DashboardModel): Command {
  return {
    label: { verb: 'apply', subject: 'json' },
    focus: { page: 'json-model' },
    change: (model) => replaced(model, next),
  };
}

export function loadVersion(version: number, next: DashboardModel): Command {
  return {
    label: { verb: 'restore', subject: 'version', name: String(version) },
    focus: { page: 'versions' },
    change: (model) => replaced(model, next),
  };
}

const IDENTITY = ['id', 'uid', 'version'] as const;

function replaced(model: DashboardModel, next: DashboardModel): DashboardModel {
  const kept = IDENTITY.reduce((result, key) => withValue(result, [key], model[key]), next);
  // Compared as text: the order of keys is a change as well.
  return JSON.stringify(kept) === JSON.stringify(model) ? model : sharePanels(kept, model);
}
