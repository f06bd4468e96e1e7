/** What fires now, in the groups in which people are told. */
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
import { Due } from './Due';
import { useAcknowledgements, useGroups, type Acknowledgement, type AlertGroup } from './api';
import { countAlerts, foundGroups, tellerUrl, type AlertStanding, type GroupSearch } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const STATES: { value: AlertStanding | ''; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'active', label: 'Firing' },
  { value: 'silenced', label: 'Silenced' },
  { value: 'inhibited', label: 'Inhibited' },
  { value: 'muted', label: 'Muted by a timing' },
  { value: 'acknowledged', label: 'Acknowledged' },
];

export function GroupsPage(): ReactNode {
  const groups = useGroups();
  const acknowledgements = useAcknowledgements();
  const search = useSearch();
  const given = useMemo(
    () => new Map(acknowledgements.data?.map((each) => [each.fingerprint, each])),
    [acknowledgements.data],
  );
  const shown = useMemo(
    () => groups.data && foundGroups(groups.data, search, new Set(given.keys())),
    [groups.data, search, given],
  );
  const receivers = [...new Set(groups.data?.map(({ receiver }) => receiver.name))].sort();
  const isNarrowed = Boolean(search.text || search.standing || search.receiver);
  const change = (patch: Record<string, string>) => setQuery(patch, { replace: true });
  return (
    <>
      <TopBar title="Active alerts" toolbar={<AlertingLinks />} />
      <PageBody>
        <div className={styles.stack}>
          <div className={look.filters}>
            <SearchInput
              label="Search alerts"
              placeholder="Words, or label=value"
              value={search.text}
              onChange={(text) => change({ search: text })}
            />
            <Select
              label="State"
              value={search.standing}
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
                    title="No alert matches"
                    actions={
                      <Button onClick={() => change({ search: '', state: '', receiver: '' })}>
                        Show all alerts
                      </Button>
                    }
                  >
                    Search for words of labels, or test a label: <code>severity=critical</code>.
                  </EmptyState>
                ) : (
                  <EmptyState icon={PartyPopper} title="Nothing fires">
                    Alerts of rules, and those that other servers post, stand here while they fire.
                  </EmptyState>
                )}
              </div>
            </Card>
          )}
          {shown?.map((group) => (
            <GroupCard
              key={`${group.groupKey ?? ''}/${group.receiver.name}`}
              group={group}
              given={given}
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
      standing: (params.get('state') ?? '') as AlertStanding | '',
      receiver: params.get('receiver') ?? '',
    }),
    [params],
  );
}

function GroupCard({
  group,
  given,
}: {
  group: AlertGroup;
  given: ReadonlyMap<string, Acknowledgement>;
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
            <span className={look.name}>All in one group</span>
          )}
          <span className={look.dim}>
            <Send size={12} aria-hidden style={{ display: 'inline' }} /> told to{' '}
            <Link href={tellerUrl(group)}>{group.receiver.name}</Link>
          </span>
          {muted.length > 0 && (
            <Tag tone="warn" icon={Clock3}>
              Silent by {muted.join(', ')}
            </Tag>
          )}
          {group.dueAt && <Due time={group.dueAt} timeZone={zone} />}
        </div>
        {can('alerting:write') && hasLabels && (
          <div className={look.buttons}>
            <LinkButton size="sm" icon={BellOff} href={silenceUrl(group.labels)}>
              Silence the group
            </LinkButton>
          </div>
        )}
      </div>
      <ul className={look.list} aria-label={`Alerts told to ${group.receiver.name}`}>
        {group.alerts.map((alert) => (
          <AlertItem
            key={alert.fingerprint}
            alert={alert}
            acknowledgement={given.get(alert.fingerprint)}
            shared={group.labels}
          />
        ))}
      </ul>
    </Card>
  );
}
