/** The notification policy tree and its edits. Pure: each edit returns a new tree. */
import type { PolicyAnswer } from '../../../../kernel/apiTypes';
import type { Matcher, Operator } from '../../model/matchers';

/** A policy in the server's format, without inherited settings. */
export type Policy = PolicyAnswer;

/**
 * The path to a policy: one index per level of the tree. The default policy is at `[]`.
 */
export type Place = readonly number[];

/** The settings that nested policies inherit. */
export interface Inherited {
  receiver: string;
  groupBy: readonly string[];
  groupWait: string;
  groupInterval: string;
  repeatInterval: string;
}

export const DEFAULTS: Inherited = {
  receiver: '',
  groupBy: ['grafana_folder', 'alertname'],
  groupWait: '30s',
  groupInterval: '5m',
  repeatInterval: '4h',
};

export function inheritedBy(policy: Policy, above: Inherited): Inherited {
  return {
    receiver: policy.receiver || above.receiver,
    groupBy: policy.group_by ?? above.groupBy,
    groupWait: policy.group_wait || above.groupWait,
    groupInterval: policy.group_interval || above.groupInterval,
    repeatInterval: policy.repeat_interval || above.repeatInterval,
  };
}

/** The settings that the policy at a place inherits. */
export function inheritedAt(root: Policy, place: Place): Inherited {
  let above = DEFAULTS;
  let policy: Policy | undefined = root;
  for (const index of place) {
    if (!policy) break;
    above = inheritedBy(policy, above);
    policy = policy.routes?.[index];
  }
  return above;
}

export function policyAt(root: Policy, place: Place): Policy | undefined {
  return place.reduce<Policy | undefined>((policy, index) => policy?.routes?.[index], root);
}

/** The tree with `change` applied to the policy at a place. */
export function changedAt(root: Policy, place: Place, change: (policy: Policy) => Policy): Policy {
  const [index, ...rest] = place;
  if (index === undefined) return change(root);
  const routes = root.routes ?? [];
  const below = routes[index];
  return below ? { ...root, routes: routes.with(index, changedAt(below, rest, change)) } : root;
}

/** The tree with a new policy as the last nested policy of a place. */
export function addedBelow(root: Policy, place: Place, policy: Policy): Policy {
  return changedAt(root, place, (above) => ({
    ...above,
    routes: [...(above.routes ?? []), policy],
  }));
}

function split(place: Place): { above: Place; index: number } {
  return { above: place.slice(0, -1), index: place.at(-1) ?? 0 };
}

export function removedAt(root: Policy, place: Place): Policy {
  const { above, index } = split(place);
  return changedAt(root, above, (policy) => ({
    ...policy,
    routes: policy.routes?.toSpliced(index, 1),
  }));
}

/** The tree with a policy moved one step among its siblings, unless it is already at the end. */
export function movedAt(root: Policy, place: Place, step: -1 | 1): Policy {
  const { above, index } = split(place);
  return changedAt(root, above, (policy) => {
    const routes = policy.routes ?? [];
    const [moved, other] = [routes[index], routes[index + step]];
    return moved && other
      ? { ...policy, routes: routes.with(index, other).with(index + step, moved) }
      : policy;
  });
}

export function matchersOf(policy: Policy): Matcher[] {
  return (policy.object_matchers ?? []).map(([name, operator, value]) => ({
    name,
    operator: operator as Operator,
    value,
  }));
}

export function withMatchers(policy: Policy, matchers: readonly Matcher[]): Policy {
  return {
    ...policy,
    object_matchers: matchers.map(({ name, operator, value }) => [name, operator, value]),
  };
}

/** The policy without empty fields, which are inherited again. */
export function tidy(policy: Policy): Policy {
  const kept = Object.entries(policy).filter(
    ([, value]) => value !== '' && value !== undefined && value !== false,
  );
  return Object.fromEntries(
    kept.filter(([key, value]) => key === 'group_by' || !Array.isArray(value) || value.length > 0),
  );
}

export function countBelow({ routes = [] }: Policy): number {
  return routes.reduce((count, each) => count + 1 + countBelow(each), 0);
}

export const placeKey = (place: Place): string => place.join('.');

export function groupText(names: readonly string[]): string {
  if (names.includes('...')) return 'all labels (one alert per group)';
  return names.length > 0 ? names.join(', ') : 'nothing (one group for all alerts)';
}

/** Matches a value directly after `=`, or after a space if the next word is not a label. */
const LABEL =
  /([^\s,={}"]+)\s*=(?:\s*"((?:[^"\\]|\\.)*)"|([^\s,{}"]+)|[^\S\n]+(?![^\s,]*=)([^\s,{}"]+)|)/g;

/**
 * Labels of a text such as `team=web severity=critical`. Commas, spaces or lines separate them;
 * values may be quoted.
 */
export function readLabels(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', quoted, near, far] of text.matchAll(LABEL))
    found[name] = quoted?.replace(/\\(["\\])/g, '$1') ?? near ?? far ?? '';
  return found;
}
