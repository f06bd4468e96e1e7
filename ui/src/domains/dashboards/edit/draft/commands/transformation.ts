/** Changes to the transformations of a panel. */
import type { DashboardModel, MatcherConfig, Transformation } from '../../../../../data';
import { findPanel, withPanel } from '../../model/panels';
import { withValue } from '../../model/withValue';
import type { Command, Label, Verb } from '../types';

type Steps = readonly Transformation[];

/** A stored step: the id of its panel, its place in the list and the words for it. */
export interface StepRef {
  panel: number;
  index: number;
  name: string;
}

/** Inserts a step before the one at `index`; one past the end appends it. */
export function addTransformation(at: StepRef, step: Transformation): Command {
  return command(at, 'add', {}, (steps) => [
    ...steps.slice(0, at.index),
    step,
    ...steps.slice(at.index),
  ]);
}

export function duplicateTransformation(at: StepRef): Command {
  const index = at.index + 1;
  return command({ ...at, index }, 'duplicate', {}, (steps) => {
    const step = steps[at.index];
    return step ? [...steps.slice(0, index), structuredClone(step), ...steps.slice(index)] : steps;
  });
}

export function removeTransformation(at: StepRef): Command {
  return command(at, 'remove', {}, (steps) => steps.filter((_, index) => index !== at.index));
}

/** Moves a step so that it stands at `to` afterwards. */
export function moveTransformation(at: StepRef, to: number): Command {
  const label = { from: at.index + 1, to: to + 1 };
  return command({ ...at, index: to }, 'reorder', label, (steps) => {
    const step = steps[at.index];
    if (!step || to < 0 || to >= steps.length || at.index === to) return steps;
    const others = steps.filter((_, index) => index !== at.index);
    return [...others.slice(0, to), step, ...others.slice(to)];
  });
}

/** `disabled` is stored only while it is true. */
export function setTransformationDisabled(at: StepRef, isDisabled: boolean): Command {
  return setPart(at, 'disabled', isDisabled ? true : undefined);
}

/** Limits a step to some frames; without a matcher it applies to all. */
export function setTransformationFilter(at: StepRef, filter: MatcherConfig | undefined): Command {
  return setPart(at, 'filter', filter);
}

/** Changes within a second become one step of the history. */
export function setTransformationOptions(at: StepRef, options: Record<string, unknown>): Command {
  return {
    ...setPart(at, 'options', options),
    merge: `transformation ${at.panel} ${at.index} options`,
  };
}

type Part = 'disabled' | 'filter' | 'options';

function setPart(at: StepRef, key: Part, value: unknown): Command {
  return command(at, 'set', { path: key, to: value }, (steps) => {
    const step = steps[at.index];
    if (!step) return steps;
    if (value !== undefined) return withValue(steps, [at.index, key], value);
    if (step[key] === undefined) return steps;
    const { [key]: _removed, ...rest } = step;
    return steps.map((one, index) => (index === at.index ? (rest as Transformation) : one));
  });
}

function command(
  at: StepRef,
  verb: Verb,
  label: Partial<Label>,
  change: (steps: Steps) => Steps,
): Command {
  const { panel, index, name } = at;
  return {
    label: { verb, subject: 'transformation', name, panel, ...label },
    focus: { panels: [panel], tab: 'transform', part: String(index) },
    change: (model) => withSteps(model, panel, change),
  };
}

/** A panel without steps has no list. */
function withSteps(
  model: DashboardModel,
  id: number,
  change: (steps: Steps) => Steps,
): DashboardModel {
  const before: Steps = findPanel(model, id)?.transformations ?? [];
  const after = change(before);
  if (after === before || (after.length === 0 && before.length === 0)) return model;
  return withPanel(model, id, (panel) =>
    withValue(panel, ['transformations'], after.length > 0 ? after : undefined),
  );
}
