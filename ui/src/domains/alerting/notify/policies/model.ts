/** The tree of notification policies, and how it is changed. Pure: each change gives a new tree. */
import type { PolicyAnswer } from '../../../../kernel/apiTypes';
import type { Matcher, Operator } from '../parts/matchers';

/** As the server writes it; what is inherited is left out. */
export type Policy = PolicyAnswer;

/**
 * Where a policy is: the numbers of the branches that lead to it. The default policy is at `[]`.
 */
export type Place = readonly number[];

/** What a policy hands on to those below it. */
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

/** What a policy at a place takes from those above it. */
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

/** With `change` made to the policy at a place. */
export function changedAt(root: Policy, place: Place, change: (policy: Policy) => Policy): Policy {
  const [index, ...rest] = place;
  if (index === undefined) return change(root);
  const routes = root.routes ?? [];
  const below = routes[index];
  return below ? { ...root, routes: routes.with(index, changedAt(below, rest, change)) } : root;
}

/** With a new policy as the last one below a place. */
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

/** One step up or down among those beside it. At the end of the row it stays. */
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

/** Without what says nothing: emptied fields are inherited again. */
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
  if (names.includes('...')) return 'each alert by itself';
  return names.length > 0 ? names.join(', ') : 'all in one message';
}

/** A value right behind the `=`, or after a space where the next word is not a label itself. */
const LABEL =
  /([^\s,={}"]+)\s*=(?:\s*"((?:[^"\\]|\\.)*)"|([^\s,{}"]+)|[^\S\n]+(?![^\s,]*=)([^\s,{}"]+)|)/g;

/** `team=web severity=critical`, by commas, spaces or lines; values may stand in quotes. */
export function readLabels(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', quoted, near, far] of text.matchAll(LABEL))
    found[name] = quoted?.replace(/\\(["\\])/g, '$1') ?? near ?? far ?? '';
  return found;
}
