/** Groups of active alerts, found by state, receiver and words. Pure. */
import { byLabels } from '../../model/rules';
import { contactUrl } from '../addresses';
import { matchesLabels } from '../../model/search';
import type { ActiveAlert, AlertGroup } from './api';

export type AlertStanding = 'active' | 'silenced' | 'inhibited' | 'muted' | 'acknowledged';

/** What keeps an alert from being told; the strongest reason first. */
export function standingOf({ status }: ActiveAlert, isAcknowledged: boolean): AlertStanding {
  if (status.silencedBy.length > 0) return 'silenced';
  if (status.inhibitedBy.length > 0) return 'inhibited';
  if ((status.mutedBy ?? []).length > 0) return 'muted';
  return isAcknowledged ? 'acknowledged' : 'active';
}

/** The page of who tells a group: a contact point, or the data source that it is handed to. */
export function tellerUrl({
  groupKey = '',
  receiver,
}: Pick<AlertGroup, 'groupKey' | 'receiver'>): string {
  const handed = /^alertmanager\/([^:]+):/.exec(groupKey);
  return handed ? `/datasources/edit/${handed[1]}` : contactUrl(receiver.name);
}

export interface GroupSearch {
  text: string;
  standing: AlertStanding | '';
  receiver: string;
}

/**
 * Groups with the alerts that match, in the order of their labels; those without any are left out.
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
            (!search.standing ||
              standingOf(alert, acknowledged.has(alert.fingerprint)) === search.standing) &&
            matchesLabels(alert.labels, search.text),
        )
        .sort((a, b) => byLabels(a.labels, b.labels)),
    }))
    .filter(({ alerts }) => alerts.length > 0);
}

/** How many different alerts there are; one may be in several groups. */
export function countAlerts(groups: readonly AlertGroup[]): number {
  return new Set(groups.flatMap(({ alerts }) => alerts.map(({ fingerprint }) => fingerprint))).size;
}
