/** The notification history: decisions, newest first, or the timeline of one alert. */
import { useMemo, type ReactNode } from 'react';
import { ScrollText } from 'lucide-react';
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
  TopBar,
} from '../../../../design';
import { useSettled } from '../../../../design/useSettled';
import { setQuery, useQueryParams } from '../../../../kernel/location';
import { useRuleStatus } from '../../../../sdk/alerts';
import { useContactPointNames } from '../../api';
import { RULES, ruleUrl } from '../../model/addresses';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { useNotificationHistory } from './api';
import { DeliveryDialog } from './DeliveryDialog';
import { EntryItem } from './EntryItem';
import { SPANS, STATES } from './model';
import { TimelineCard } from './TimelineCard';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const TYPING_MS = 300;

export function NotificationHistoryPage(): ReactNode {
  const params = useQueryParams();
  const of = (name: string) => params.get(name) ?? '';
  const [fingerprint, rule, receiver, state, text] = [
    'fingerprint',
    'rule',
    'receiver',
    'state',
    'search',
  ].map(of) as [string, string, string, string, string];
  const from = of('from') || 'now-7d';
  const delivery = Number(of('delivery'));
  const change = (patch: Record<string, string>) => setQuery(patch, { replace: true });
  return (
    <>
      <TopBar title="Notification history" toolbar={<AlertingLinks />} />
      <PageBody>
        <div className={styles.stack}>
          <Filters {...{ rule, receiver, state, text, from }} onChange={change} />
          {fingerprint && (
            <TimelineCard
              fingerprint={fingerprint}
              from={from}
              onDelivery={(id) => change({ delivery: String(id) })}
              onClose={() => setQuery({ fingerprint: null })}
            />
          )}
          {!fingerprint && <Entries {...{ rule, receiver, state, text, from }} />}
        </div>
      </PageBody>
      {delivery > 0 && <DeliveryDialog id={delivery} onClose={() => change({ delivery: '' })} />}
    </>
  );
}

interface HistoryFilters {
  rule: string;
  receiver: string;
  state: string;
  text: string;
  from: string;
}

function Filters({
  rule,
  receiver,
  state,
  text,
  from,
  onChange,
}: HistoryFilters & { onChange: (patch: Record<string, string>) => void }): ReactNode {
  const contacts = useContactPointNames();
  const names =
    receiver && !contacts.names.includes(receiver) ? [receiver, ...contacts.names] : contacts.names;
  const rules = useRules();
  const known =
    rule && !rules.some(({ value }) => value === rule)
      ? [{ value: rule, label: `Rule ${rule}` }, ...rules]
      : rules;
  return (
    <div className={look.filters}>
      <SearchInput
        label="Search alerts"
        placeholder="Search by label (team=payments)"
        value={text}
        onChange={(search) => onChange({ search, fingerprint: '' })}
      />
      <Select
        label="Alert rule"
        value={rule}
        options={[{ value: '', label: 'Any rule' }, ...known]}
        onChange={(next) => onChange({ rule: next, fingerprint: '' })}
      />
      <Select
        label="Contact point"
        value={receiver}
        options={[
          { value: '', label: 'Any contact point' },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(next) => onChange({ receiver: next, fingerprint: '' })}
      />
      <Select
        label="State"
        value={state}
        options={STATES}
        onChange={(next) => onChange({ state: next, fingerprint: '' })}
      />
      <Select
        label="Time range"
        value={from}
        options={SPANS}
        onChange={(next) => onChange({ from: next })}
      />
    </div>
  );
}

function useRules(): { value: string; label: string }[] {
  const states = useRuleStatus({ limit_alerts: 0 });
  return useMemo(
    () =>
      (states.data ?? [])
        .flatMap(({ rules }) => rules.map(({ uid, name }) => ({ value: uid ?? '', label: name })))
        .filter(({ value }) => value !== '')
        .sort((a, b) => a.label.localeCompare(b.label)),
    [states.data],
  );
}

function Entries({ rule, receiver, state, text, from }: HistoryFilters): ReactNode {
  const words = useSettled(text.trim(), TYPING_MS);
  const history = useNotificationHistory({ ruleUid: rule, receiver, state, search: words, from });
  const shown = history.data?.pages.flatMap(({ items }) => items);
  return (
    <Card flush>
      {history.isPending && <SkeletonRows />}
      {history.error && !history.data && (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      )}
      {shown?.length === 0 && (
        <div className={styles.empty}>
          {words ? (
            <EmptyState icon={ScrollText} title="No matching alerts">
              Search for words in the labels of alerts, or for a complete label such as{' '}
              <code>team=web</code>.
            </EmptyState>
          ) : (
            <EmptyState
              icon={ScrollText}
              title="No decisions in this time range"
              actions={
                <LinkButton href={rule ? ruleUrl(rule) : RULES}>
                  {rule ? 'View alert rule' : 'View alert rules'}
                </LinkButton>
              }
            >
              No matching alert fired, so no notification was due. The page of a rule shows its
              evaluations.
            </EmptyState>
          )}
        </div>
      )}
      <ol className={look.list} aria-label="Notification history">
        {shown?.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
      {history.hasNextPage && (
        <div className={look.item}>
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Load older
          </Button>
        </div>
      )}
    </Card>
  );
}
