/** Active alerts in their alert groups. */
import { useMemo, type ReactNode } from 'react';
import { BellOff, Clock3, PartyPopper, Send } from 'lucide-react';
import { Link } from 'wouter';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SearchInput,
  Select,
  SkeletonRows,
  Tag,
  TopBar,
} from '../../../../design';
import { can } from '../../../../kernel/boot';
import { setQuery, useQueryParams } from '../../../../kernel/location';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { LabelList } from '../../parts/LabelList';
import { useZone } from '../../parts/useZone';
import { silenceUrl } from '../../model/addresses';
import { AlertItem } from './AlertItem';
import { NextFlush } from './NextFlush';
import { useAcknowledgements, useGroups, type Acknowledgement, type AlertGroup } from './api';
import {
  countAlerts,
  foundGroups,
  receiverUrl,
  type ActiveAlertState,
  type GroupSearch,
} from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const STATES: { value: ActiveAlertState | ''; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'active', label: 'Firing' },
  { value: 'silenced', label: 'Silenced' },
  { value: 'inhibited', label: 'Inhibited' },
  { value: 'muted', label: 'Muted' },
  { value: 'acknowledged', label: 'Acknowledged' },
];

export function GroupsPage(): ReactNode {
  const groups = useGroups();
  const acknowledgements = useAcknowledgements();
  const search = useSearch();
  const acknowledged = useMemo(
    () => new Map(acknowledgements.data?.map((each) => [each.fingerprint, each])),
    [acknowledgements.data],
  );
  const shown = useMemo(
    () => groups.data && foundGroups(groups.data, search, new Set(acknowledged.keys())),
    [groups.data, search, acknowledged],
  );
  const receivers = [...new Set(groups.data?.map(({ receiver }) => receiver.name))].sort();
  const isNarrowed = Boolean(search.text || search.state || search.receiver);
  const change = (patch: Record<string, string>) => setQuery(patch, { replace: true });
  return (
    <>
      <TopBar title="Active alerts" toolbar={<AlertingLinks />} />
      <PageBody>
        <div className={styles.stack}>
          <div className={look.filters}>
            <SearchInput
              label="Search alerts"
              placeholder="Search by label (team=payments)"
              value={search.text}
              onChange={(text) => change({ search: text })}
            />
            <Select
              label="State"
              value={search.state}
              options={STATES}
              onChange={(state) => change({ state })}
            />
            <Select
              label="Contact point"
              value={search.receiver}
              options={[
                { value: '', label: 'Any contact point' },
                ...receivers.map((name) => ({ value: name, label: name })),
              ]}
              onChange={(receiver) => change({ receiver })}
            />
            <span className={look.total} role="status">
              {shown &&
                `${countAlerts(shown)} ${countAlerts(shown) === 1 ? 'alert' : 'alerts'} in ${shown.length} ${shown.length === 1 ? 'group' : 'groups'}`}
            </span>
          </div>
          {groups.isPending && <SkeletonRows />}
          {groups.error && !groups.data && (
            <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
          )}
          {shown?.length === 0 && (
            <Card flush>
              <div className={styles.empty}>
                {isNarrowed ? (
                  <EmptyState
                    icon={BellOff}
                    title="No matching alerts"
                    actions={
                      <Button onClick={() => change({ search: '', state: '', receiver: '' })}>
                        Clear filters
                      </Button>
                    }
                  >
                    Search for words in labels, or for a complete label such as{' '}
                    <code>severity=critical</code>.
                  </EmptyState>
                ) : (
                  <EmptyState icon={PartyPopper} title="No active alerts">
                    Firing alerts of rules, and alerts that other servers post, appear here.
                  </EmptyState>
                )}
              </div>
            </Card>
          )}
          {shown?.map((group) => (
            <GroupCard
              key={`${group.groupKey ?? ''}/${group.receiver.name}`}
              group={group}
              acknowledged={acknowledged}
            />
          ))}
        </div>
      </PageBody>
    </>
  );
}

function useSearch(): GroupSearch {
  const params = useQueryParams();
  return useMemo(
    () => ({
      text: params.get('search') ?? '',
      state: (params.get('state') ?? '') as ActiveAlertState | '',
      receiver: params.get('receiver') ?? '',
    }),
    [params],
  );
}

function GroupCard({
  group,
  acknowledged,
}: {
  group: AlertGroup;
  acknowledged: ReadonlyMap<string, Acknowledgement>;
}): ReactNode {
  const zone = useZone();
  const muted = group.mutedBy ?? [];
  const hasLabels = Object.keys(group.labels).length > 0;
  return (
    <Card flush>
      <div className={`${look.item} ${look.groupHead}`}>
        <div className={look.head}>
          {hasLabels ? (
            <LabelList labels={group.labels} />
          ) : (
            <span className={look.name}>No group labels</span>
          )}
          <span className={look.dim}>
            <Send size={12} aria-hidden style={{ display: 'inline', verticalAlign: '-0.15em' }} />{' '}
            routed to <Link href={receiverUrl(group)}>{group.receiver.name}</Link>
          </span>
          {muted.length > 0 && (
            <Tag tone="warn" icon={Clock3}>
              Muted by mute timing {muted.join(', ')}
            </Tag>
          )}
          {group.dueAt && <NextFlush time={group.dueAt} timeZone={zone} />}
        </div>
        {can('alerting:write') && hasLabels && (
          <div className={look.buttons}>
            <LinkButton size="sm" icon={BellOff} href={silenceUrl(group.labels)}>
              Silence group
            </LinkButton>
          </div>
        )}
      </div>
      <ul className={look.list} aria-label={`Alerts routed to ${group.receiver.name}`}>
        {group.alerts.map((alert) => (
          <AlertItem
            key={alert.fingerprint}
            alert={alert}
            acknowledgement={acknowledged.get(alert.fingerprint)}
            shared={group.labels}
          />
        ))}
      </ul>
    </Card>
  );
}
