/** Silences by state, with the number of alerts that each one suppresses. */
import { useMemo, useState, type ReactNode } from 'react';
import { BellOff, BellRing, Pencil, Plus, Repeat } from 'lucide-react';
import { Link } from 'wouter';
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SearchInput,
  Select,
  SkeletonRows,
  Tabs,
  Tag,
  TopBar,
} from '../../../../design';
import { formatTime } from '../../../../data';
import { can } from '../../../../kernel/boot';
import { useQueryState } from '../../../../kernel/location';
import { bootSources } from '../../../../querying/bootSources';
import { leftText } from '../../model/times';
import { useNow } from '../../parts/Ago';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { useZone } from '../../parts/useZone';
import { NEW_SILENCE, silencePageUrl } from '../addresses';
import { BUILT_IN, useAlerts } from '../groups/api';
import { MatcherTags } from '../parts/MatcherRows';
import { Unreadable } from '../parts/Unreadable';
import { ofSilence } from '../../model/matchers';
import { summary } from '../muteTimings/model';
import { useExpire, useSilences } from './api';
import { affectedCounts, hasWords, type Silence, type SilenceState } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const NAMES: Record<SilenceState, string> = {
  active: 'Active',
  pending: 'Pending',
  expired: 'Expired',
};
const STATES: readonly SilenceState[] = ['active', 'pending', 'expired'];

export function SilencesPage(): ReactNode {
  const [alertmanager, setAlertmanager] = useQueryState('alertmanager', BUILT_IN);
  const [state, setState] = useQueryState('state', 'active', { replace: true });
  const [text, setText] = useQueryState('search', '', { replace: true });
  const silences = useSilences(alertmanager);
  const alerts = useAlerts({ alertmanager });
  const counts = useMemo(() => affectedCounts(alerts.data ?? []), [alerts.data]);
  const found = silences.data?.filter((silence) => hasWords(silence, text.trim()));
  const of = (wanted: string) => found?.filter(({ status }) => status.state === wanted) ?? [];
  const shown = of(state);
  const others = bootSources().list.filter(({ type }) => type === 'alertmanager');
  const add = can('alerting:write') && (
    <LinkButton
      href={`${NEW_SILENCE}?alertmanager=${encodeURIComponent(alertmanager)}`}
      variant="primary"
      icon={Plus}
    >
      New silence
    </LinkButton>
  );
  return (
    <>
      <TopBar title="Silences" actions={add} toolbar={<AlertingLinks />} />
      <PageBody>
        <div className={styles.stack}>
          <Unreadable />
          <div className={look.filters}>
            <SearchInput
              label="Search silences"
              placeholder="Search by label, comment or author"
              value={text}
              onChange={setText}
            />
            {others.length > 0 && (
              <Select
                label="Alertmanager"
                value={alertmanager}
                options={[
                  { value: BUILT_IN, label: 'Built-in' },
                  ...others.map(({ uid, name }) => ({ value: uid, label: name })),
                ]}
                onChange={setAlertmanager}
              />
            )}
          </div>
          <Tabs
            label="State"
            tabs={STATES.map((id) => ({ id, label: NAMES[id], count: of(id).length }))}
            value={state as SilenceState}
            onChange={setState}
          />
          <div role="tabpanel" id={`tabpanel-${state}`} aria-labelledby={`tab-${state}`}>
            <Card flush>
              {silences.isPending && <SkeletonRows />}
              {silences.error && !silences.data && (
                <ErrorState error={silences.error} onRetry={() => void silences.refetch()} />
              )}
              {silences.data && shown.length === 0 && (
                <div className={styles.empty}>
                  <EmptyState
                    icon={BellOff}
                    title={text ? 'No matching silences' : `No ${state} silences`}
                    actions={!text && state === 'active' && add}
                  >
                    A silence suppresses notifications for alerts that match its labels, for a
                    limited time or at recurring times. Silenced alerts stay in the active alerts.
                  </EmptyState>
                </div>
              )}
              <ul className={look.list} aria-label={`${state} silences`}>
                {shown.map((silence) => (
                  <SilenceItem
                    key={silence.id}
                    silence={silence}
                    alertmanager={alertmanager}
                    affected={counts.get(silence.id) ?? 0}
                  />
                ))}
              </ul>
            </Card>
          </div>
        </div>
      </PageBody>
    </>
  );
}

function SilenceItem({
  silence,
  alertmanager,
  affected,
}: {
  silence: Silence;
  alertmanager: string;
  affected: number;
}): ReactNode {
  const [ending, setEnding] = useState(false);
  const expire = useExpire(alertmanager, () => setEnding(false));
  const state = silence.status.state;
  const url = `${silencePageUrl(silence.id)}?alertmanager=${encodeURIComponent(alertmanager)}`;
  return (
    <li className={look.item}>
      <div className={look.main}>
        <div className={look.head}>
          <MatcherTags matchers={silence.matchers.map(ofSilence)} />
          {state === 'active' && (
            <Tag tone={affected > 0 ? 'warn' : 'mute'} icon={BellRing}>
              {affected} {affected === 1 ? 'alert' : 'alerts'}
            </Tag>
          )}
          {silence.recurring && (
            <Tag icon={Repeat} title={silence.recurring.map(summary).join('; ')}>
              Recurring
            </Tag>
          )}
        </div>
        {silence.comment && <span>{silence.comment}</span>}
        <span className={look.dim}>
          <When silence={silence} /> · by {silence.createdBy}
        </span>
      </div>
      {can('alerting:write') && (
        <div className={look.buttons}>
          {state === 'expired' ? (
            <LinkButton href={url} icon={Repeat}>
              Recreate
            </LinkButton>
          ) : (
            <>
              <LinkButton href={url} icon={Pencil}>
                Edit
              </LinkButton>
              <Button onClick={() => setEnding(true)}>Expire</Button>
            </>
          )}
        </div>
      )}
      {!can('alerting:write') && <Link href={url}>View</Link>}
      {ending && (
        <ConfirmDialog
          title="Expire this silence?"
          confirm="Expire silence"
          busy={expire.isPending}
          onClose={() => setEnding(false)}
          onConfirm={() => expire.mutate(silence.id)}
        >
          {affected > 0
            ? `Notifications for ${affected} firing ${affected === 1 ? 'alert' : 'alerts'} are sent again.`
            : 'It silences no alert at the moment.'}
        </ConfirmDialog>
      )}
    </li>
  );
}

function When({ silence }: { silence: Silence }): ReactNode {
  const now = useNow();
  const zone = useZone();
  const [start, end] = [Date.parse(silence.startsAt), Date.parse(silence.endsAt)];
  const text = (time: number) => formatTime(time, 'YYYY-MM-DD HH:mm', zone);
  if (silence.status.state === 'pending') return `from ${text(start)} to ${text(end)}`;
  if (silence.status.state === 'expired') return `ended ${text(end)}`;
  return `until ${text(end)}, ${leftText(end - now)} left`;
}
