/**
 * Why did this (not) fire, where is its message: decisions and messages, the newest first, and one
 * alert's whole story.
 */
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
import { useLedger } from './api';
import { DeliveryDialog } from './DeliveryDialog';
import { EntryItem } from './EntryItem';
import { SPANS, STATES } from './model';
import { TimelineCard } from './TimelineCard';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const TYPING_MS = 300;

export function LedgerPage(): ReactNode {
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
      <TopBar title="Ledger" toolbar={<AlertingLinks />} />
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

interface Asked {
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
}: Asked & { onChange: (patch: Record<string, string>) => void }): ReactNode {
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
        placeholder="Words, or label=value"
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
        label="What happened"
        value={state}
        options={STATES}
        onChange={(next) => onChange({ state: next, fingerprint: '' })}
      />
      <Select
        label="Time"
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

function Entries({ rule, receiver, state, text, from }: Asked): ReactNode {
  const words = useSettled(text.trim(), TYPING_MS);
  const ledger = useLedger({ ruleUid: rule, receiver, state, search: words, from });
  const shown = ledger.data?.pages.flatMap(({ items }) => items);
  return (
    <Card flush>
      {ledger.isPending && <SkeletonRows />}
      {ledger.error && !ledger.data && (
        <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />
      )}
      {shown?.length === 0 && (
        <div className={styles.empty}>
          {words ? (
            <EmptyState icon={ScrollText} title="No alert with these words">
              Words are looked for in the labels of alerts, <code>team=web</code> finds a whole
              label.
            </EmptyState>
          ) : (
            <EmptyState
              icon={ScrollText}
              title="Nothing was decided"
              actions={
                <LinkButton href={rule ? ruleUrl(rule) : RULES}>
                  {rule ? 'What the rule did' : 'To the alert rules'}
                </LinkButton>
              }
            >
              No alert that matches fired in this time, so nobody had to be told. Whether a rule was
              evaluated at all stands on its page.
            </EmptyState>
          )}
        </div>
      )}
      <ol className={look.list} aria-label="Ledger">
        {shown?.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
      {ledger.hasNextPage && (
        <div className={look.item}>
          <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
            Older ones
          </Button>
        </div>
      )}
    </Card>
  );
}
