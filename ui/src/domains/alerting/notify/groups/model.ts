/** Alert groups, filtered by state, receiver and search text. Pure. */
import { byLabels } from '../../model/rules';
import { contactPointUrl } from '../addresses';
import { matchesLabels } from '../../model/search';
import type { ActiveAlert, AlertGroup } from './api';

export type ActiveAlertState = 'active' | 'silenced' | 'inhibited' | 'muted' | 'acknowledged';

/** The state of an alert: the first reason why its notifications are suppressed, if any. */
export function stateOf({ status }: ActiveAlert, isAcknowledged: boolean): ActiveAlertState {
  if (status.silencedBy.length > 0) return 'silenced';
  if (status.inhibitedBy.length > 0) return 'inhibited';
  if ((status.mutedBy ?? []).length > 0) return 'muted';
  return isAcknowledged ? 'acknowledged' : 'active';
}

/** The page of a group's receiver: a contact point, or the data source of an external Alertmanager. */
export function receiverUrl({
  groupKey = '',
  receiver,
}: Pick<AlertGroup, 'groupKey' | 'receiver'>): string {
  const external = /^alertmanager\/([^:]+):/.exec(groupKey);
  return external ? `/datasources/edit/${external[1]}` : contactPointUrl(receiver.name);
}

export interface GroupSearch {
  text: string;
  state: ActiveAlertState | '';
  receiver: string;
}

/**
 * Groups with the alerts that match, ordered by labels. Groups without a match are left out.
 */
export function foundGroups(
  groups: readonly AlertGroup[],
  search: GroupSearch,
  acknowledged: ReadonlySet<string>,
): AlertGroup[] {
  return groups
    .filter(({ receiver }) => !search.receiver || receiver.name === search.receiver)
    .map((group) => ({
      ...group,
      alerts: group.alerts
        .filter(
          (alert) =>
            (!search.state ||
              stateOf(alert, acknowledged.has(alert.fingerprint)) === search.state) &&
            matchesLabels(alert.labels, search.text),
        )
        .sort((a, b) => byLabels(a.labels, b.labels)),
    }))
    .filter(({ alerts }) => alerts.length > 0);
}

/** The number of distinct alerts; one alert can be in several groups. */
export function countAlerts(groups: readonly AlertGroup[]): number {
  return new Set(groups.flatMap(({ alerts }) => alerts.map(({ fingerprint }) => fingerprint))).size;
}
