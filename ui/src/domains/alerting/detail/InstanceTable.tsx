/** The series of a rule with their labels and values; those that need somebody come first. */
import { useMemo, useState, type ReactNode } from 'react';
import { BellOff, ScrollText } from 'lucide-react';
import { Button, Card, EmptyState, SearchInput, SkeletonRows, Table } from '../../../design';
import { can } from '../../../kernel/boot';
import { goTo } from '../../../kernel/location';
import { ALERT_STATES, instanceState, type AlertInstance } from '../../../sdk/alertStates';
import { ledgerUrl, silenceUrl } from '../model/addresses';
import { isPrivate, type Labels } from '../model/rules';
import { valuesOf } from '../model/values';
import { Ago } from '../parts/Ago';
import { LabelList } from '../parts/LabelList';
import { StateTag } from '../parts/StateTag';
import { useZone } from '../parts/useZone';
import styles from './Detail.module.css';

const PAGE = 50;

export interface InstanceTableProps {
  uid: string;
  instances: readonly AlertInstance[];
  isPending: boolean;
}

export function InstanceTable({ uid, instances, isPending }: InstanceTableProps): ReactNode {
  const [text, setText] = useState('');
  const [most, setMost] = useState(PAGE);
  const timeZone = useZone();
  const found = useMemo(() => sorted(instances).filter((each) => matches(each, text)), [instances, text]);
  return (
    <Card
      flush
      title="Series"
      subtitle={instances.length > 0 ? instances.length.toLocaleString() : undefined}
      actions={instances.length > 5 && <SearchInput size="sm" label="Search series" placeholder="Search labels" value={text} onChange={setText} />}
    >
      {isPending && <SkeletonRows rows={3} />}
      {!isPending && instances.length === 0 && <EmptyState title="No series yet">The rule was not evaluated, or its queries answered nothing.</EmptyState>}
      {instances.length > 0 && (
        <Table label="Series" hover={false}>
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col">Labels</th>
              <th scope="col">Values</th>
              <th scope="col">Since</th>
              <th scope="col">
                <span className="vd-sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, most).map((instance) => (
              <InstanceRow key={instance.fingerprint ?? JSON.stringify(instance.labels)} uid={uid} instance={instance} timeZone={timeZone} />
            ))}
          </tbody>
        </Table>
      )}
      {found.length > most && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + PAGE)}>Show more of {found.length.toLocaleString()}</Button>
        </div>
      )}
    </Card>
  );
}

function InstanceRow({ uid, instance, timeZone }: { uid: string; instance: AlertInstance; timeZone: string }): ReactNode {
  const { state, reason } = instanceState(instance.state);
  const { labels } = instance;
  const shown = Object.fromEntries(Object.entries(labels).filter(([name]) => !isPrivate(name)));
  const summary = instance.annotations?.['summary'];
  return (
    <tr>
      <td className={styles.top}>
        <StateTag state={state} reason={reason} />
        {reason && <small className={styles.reason}>{reason}</small>}
      </td>
      <td className={styles.wrap}>
        <LabelList labels={ownOf(shown)} />
        {summary && state !== 'normal' && <p className={styles.summary}>{summary}</p>}
      </td>
      <td className={styles.values}>
        {valuesOf(instance).map(({ name, value }) => (
          <span key={name}>
            {name && <small>{name}</small>} {value}
          </span>
        ))}
      </td>
      <td data-dim className={styles.top}>
        <Ago time={instance.activeAt} timeZone={timeZone} short />
      </td>
      <td data-align="end" className={styles.top}>
        {state !== 'normal' && can('alerting:write') && (
          <Button size="sm" variant="ghost" icon={BellOff} onClick={() => goTo(silenceUrl(shown))}>
            Silence
          </Button>
        )}
        {state !== 'normal' && (
          <Button size="sm" variant="ghost" icon={ScrollText} onClick={() => goTo(ledgerUrl({ rule: uid, fingerprint: instance.fingerprint }))}>
            Why
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The name of the rule and its folder are said above already. */
function ownOf({ alertname: _name, grafana_folder: _folder, ...labels }: Labels): Labels {
  return labels;
}

function sorted(instances: readonly AlertInstance[]): AlertInstance[] {
  const rank = ({ state }: AlertInstance) => ALERT_STATES.indexOf(instanceState(state).state);
  return [...instances].sort((a, b) => rank(a) - rank(b));
}

function matches({ labels, state }: AlertInstance, text: string): boolean {
  const hay = [state, ...Object.entries(labels).map(([name, value]) => `${name}=${value}`)].join(' ').toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => hay.includes(word));
}
