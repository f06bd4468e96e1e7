/** The alert instances of a rule with labels and values; firing ones come first. */
import { useMemo, useState, type ReactNode } from 'react';
import { BellOff, ScrollText } from 'lucide-react';
import { Button, Card, EmptyState, LinkButton, SearchInput, SkeletonRows } from '../../../design';
import { can } from '../../../kernel/boot';
import {
  ALERT_STATES,
  instanceState,
  type AlertInstance,
  type AlertState,
} from '../../../sdk/alertStates';
import { notificationHistoryUrl, silenceUrl } from '../model/addresses';
import { byLabels, isPrivate, type Labels } from '../model/rules';
import { valuesOf } from '../model/values';
import { Ago } from '../parts/Ago';
import { LabelList } from '../parts/LabelList';
import { StateTag } from '../parts/StateTag';
import { useZone } from '../parts/useZone';
import styles from './Instances.module.css';

const PAGE = 50;

export interface InstanceTableProps {
  uid: string;
  instances: readonly AlertInstance[];
  isPending: boolean;
  /** The last evaluation failed. */
  isFailing: boolean;
}

export function InstanceTable({
  uid,
  instances,
  isPending,
  isFailing,
}: InstanceTableProps): ReactNode {
  const [text, setText] = useState('');
  const [most, setMost] = useState(PAGE);
  const found = useMemo(
    () => sorted(instances).filter((each) => matches(each, text)),
    [instances, text],
  );
  return (
    <Card
      flush
      title="Series"
      subtitle={instances.length > 0 ? instances.length.toLocaleString() : undefined}
      actions={
        instances.length > 5 && (
          <SearchInput
            size="sm"
            label="Search series"
            placeholder="Search labels"
            value={text}
            onChange={setText}
          />
        )
      }
    >
      {isPending && <SkeletonRows rows={3} />}
      {!isPending && instances.length === 0 && (
        <EmptyState title="No series yet">
          {isFailing
            ? 'The last evaluation failed, so the state of the series is unknown.'
            : 'The rule has not been evaluated yet, or its queries returned no data.'}
        </EmptyState>
      )}
      {instances.length > 0 && found.length === 0 && (
        <p className={styles.none}>No series matches “{text}”.</p>
      )}
      <div role="table" aria-label="Series" className={styles.table}>
        <div role="row" className="vd-sr">
          {['State', 'Labels', 'Values', 'Since', 'Actions'].map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        {found.slice(0, most).map((instance) => (
          <InstanceRow
            key={instance.fingerprint ?? JSON.stringify(instance.labels)}
            uid={uid}
            instance={instance}
          />
        ))}
      </div>
      {found.length > most && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + PAGE)}>
            Show more of {found.length.toLocaleString()}
          </Button>
        </div>
      )}
    </Card>
  );
}

function InstanceRow({ uid, instance }: { uid: string; instance: AlertInstance }): ReactNode {
  const timeZone = useZone();
  const { state, reason } = instanceState(instance.state);
  const shown = Object.fromEntries(
    Object.entries(instance.labels).filter(([name]) => !isPrivate(name)),
  );
  const own = ownOf(shown);
  const summary = instance.annotations?.['summary'];
  return (
    <div role="row" className={styles.row}>
      <div role="cell">
        <StateTag state={state} reason={reason} />
        {reason && !saysSame(reason, state) && <small>{reason}</small>}
      </div>
      <div role="cell" className={styles.what}>
        {Object.keys(own).length > 0 ? (
          <LabelList labels={own} />
        ) : (
          <span className={styles.dim}>No labels</span>
        )}
        {summary && state !== 'normal' && <p>{summary}</p>}
      </div>
      <div role="cell" className={styles.values}>
        {valuesOf(instance).map(({ name, value }) => (
          <span key={name}>
            {name && <small>{name}</small>} {value}
          </span>
        ))}
      </div>
      <div role="cell" className={styles.since}>
        <Ago time={instance.activeAt} timeZone={timeZone} short />
      </div>
      <div role="cell" className={styles.acts}>
        {state !== 'normal' && can('alerting:write') && (
          <LinkButton size="sm" variant="ghost" icon={BellOff} href={silenceUrl(shown)}>
            Silence
          </LinkButton>
        )}
        {state !== 'normal' && (
          <LinkButton
            size="sm"
            variant="ghost"
            icon={ScrollText}
            href={notificationHistoryUrl({ rule: uid, fingerprint: instance.fingerprint })}
          >
            Why
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** `NoData` says no more than the state “No data” does. */
function saysSame(reason: string, state: AlertState): boolean {
  return reason.toLowerCase() === state;
}

/** The name of the rule and its folder are said above already. */
function ownOf({ alertname: _name, grafana_folder: _folder, ...labels }: Labels): Labels {
  return labels;
}

function sorted(instances: readonly AlertInstance[]): AlertInstance[] {
  const rank = ({ state }: AlertInstance) => ALERT_STATES.indexOf(instanceState(state).state);
  return [...instances].sort((a, b) => rank(a) - rank(b) || byLabels(a.labels, b.labels));
}

function matches({ labels, state }: AlertInstance, text: string): boolean {
  const hay = [state, ...Object.entries(labels).map(([name, value]) => `${name}=${value}`)]
    .join(' ')
    .toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
