/** Selects the items of the list from the rules and alerts of the server. Pure. */
import {
  ALERT_STATES,
  instanceState,
  ruleState,
  type AlertInstance,
  type AlertState,
  type GroupStatus,
  type RuleStatus,
} from '@vedette/sdk';
import type { AlertListOptions } from './options';

export interface Alert {
  labels: Readonly<Record<string, string>>;
  state: AlertState;
  /** Milliseconds since the epoch. */
  since?: number;
  summary: string;
}

export interface Item {
  key: string;
  title: string;
  /** Below the title: the folder of a rule. */
  detail: string;
  state: AlertState;
  since?: number;
  /** Uid of the rule, where it is one of this server. */
  uid: string;
  alerts: Alert[];
}

type Wanted = Pick<AlertListOptions, 'stateFilter' | 'sortOrder' | 'groupMode' | 'groupBy'> & {
  /** Part of a rule's name, in small letters. */
  name: string;
  folderUid: string;
};

export function itemsOf(groups: readonly GroupStatus[], wanted: Wanted): Item[] {
  const rules = groups
    .filter(({ folderUid }) => !wanted.folderUid || folderUid === wanted.folderUid)
    .flatMap((group) => group.rules.map((rule) => ({ group, rule })))
    .filter(
      ({ rule }) =>
        rule.type !== 'recording' &&
        rule.name.toLowerCase().includes(wanted.name) &&
        !rule.isPaused,
    )
    .map(({ group, rule }) => itemOf(group, rule, wanted.stateFilter))
    .filter(
      (item) => item.alerts.length > 0 || (item.state === 'normal' && wanted.stateFilter.normal),
    );
  const items = wanted.groupMode === 'custom' ? byLabels(rules, wanted.groupBy) : rules;
  return items.sort(orderOf(wanted.sortOrder));
}

function itemOf(group: GroupStatus, rule: RuleStatus, filter: Wanted['stateFilter']): Item {
  const alerts = (rule.alerts ?? [])
    .map((alert) => alertOf(alert, rule))
    .filter(({ state }) => filter[keyOf(state)]);
  const worst = worstOf(alerts) ?? ruleState({ ...rule, alerts: rule.alerts ?? [] });
  return {
    key: rule.uid ?? `${group.file} ${group.name} ${rule.name}`,
    title: rule.name,
    detail: group.file.split('/').at(-1) ?? '',
    state: worst,
    uid: rule.uid ?? '',
    alerts,
    ...since(alerts),
  };
}

/** The stored option has a name of its own for a state. */
function keyOf(state: AlertState): keyof Wanted['stateFilter'] {
  return state === 'nodata' ? 'noData' : state;
}

function alertOf({ labels, state, activeAt, annotations }: AlertInstance, rule: RuleStatus): Alert {
  const at = activeAt && !activeAt.startsWith('0001-') ? Date.parse(activeAt) : NaN;
  return {
    labels,
    state: instanceState(state).state,
    summary: annotations?.['summary'] ?? rule.annotations?.['summary'] ?? '',
    ...(Number.isFinite(at) ? { since: at } : {}),
  };
}

function worstOf(alerts: readonly Alert[]): AlertState | undefined {
  return ALERT_STATES.find((state) => alerts.some((alert) => alert.state === state));
}

function since(alerts: readonly Alert[]): { since?: number } {
  const first = Math.min(...alerts.map((alert) => alert.since ?? Infinity));
  return Number.isFinite(first) ? { since: first } : {};
}

function byLabels(rules: readonly Item[], names: readonly string[]): Item[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of rules.flatMap(({ alerts }) => alerts)) {
    const title = names.map((name) => `${name}=${alert.labels[name] ?? ''}`).join(', ');
    groups.set(title, [...(groups.get(title) ?? []), alert]);
  }
  return [...groups].map(([title, alerts]) => ({
    key: title,
    title: title || 'All alerts',
    detail: '',
    state: worstOf(alerts) ?? 'normal',
    uid: '',
    alerts,
    ...since(alerts),
  }));
}

function orderOf(sortOrder: number): (a: Item, b: Item) => number {
  const byName = (a: Item, b: Item) => a.title.localeCompare(b.title, undefined, { numeric: true });
  const rank = (item: Item) => ALERT_STATES.indexOf(item.state);
  const began = (item: Item, otherwise: number) => item.since ?? otherwise;
  switch (sortOrder) {
    case 2:
      return (a, b) => byName(b, a);
    case 3:
      return (a, b) => rank(a) - rank(b) || byName(a, b);
    case 4:
      return (a, b) => compared(began(a, Infinity), began(b, Infinity)) || byName(a, b);
    case 5:
      return (a, b) => compared(began(b, -Infinity), began(a, -Infinity)) || byName(a, b);
    default:
      return byName;
  }
}

function compared(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
