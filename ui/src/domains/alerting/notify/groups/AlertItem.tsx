/** One active alert with the reasons of its suppression, and its actions. */
import { useState, type ReactNode } from 'react';
import {
  BellOff,
  BellRing,
  BookOpen,
  ChartLine,
  Check,
  CircleSlash,
  Clock3,
  ScrollText,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'wouter';
import { Button, Dialog, Field, LinkButton, Tag, TextArea, type Tone } from '../../../../design';
import { safeUrl } from '../../../../data';
import { can } from '../../../../kernel/boot';
import { notificationHistoryUrl, panelUrl, ruleUrl, silenceUrl } from '../../model/addresses';
import { isPrivate } from '../../model/rules';
import { Ago } from '../../parts/Ago';
import { LabelList } from '../../parts/LabelList';
import { useZone } from '../../parts/useZone';
import { silencePageUrl } from '../addresses';
import { RULE_UID } from '../../model/matchers';
import { useAcknowledge, useWithdraw, type Acknowledgement, type ActiveAlert } from './api';
import { stateOf, type ActiveAlertState } from './model';
import more from '../../parts/Alerting.module.css';
import styles from '../parts/Notify.module.css';

const LOOKS: Record<ActiveAlertState, readonly [name: string, tone: Tone, icon: LucideIcon]> = {
  active: ['Firing', 'crit', BellRing],
  silenced: ['Silenced', 'mute', BellOff],
  inhibited: ['Inhibited', 'mute', CircleSlash],
  muted: ['Muted', 'mute', Clock3],
  acknowledged: ['Acknowledged', 'info', Check],
};

export interface AlertItemProps {
  alert: ActiveAlert;
  acknowledgement: Acknowledgement | undefined;
  /** Labels of the group, which are not repeated. */
  shared: Record<string, string>;
}

export function AlertItem({ alert, acknowledgement, shared }: AlertItemProps): ReactNode {
  const [isAcknowledging, setAcknowledging] = useState(false);
  const zone = useZone();
  const withdraw = useWithdraw();
  const state = stateOf(alert, Boolean(acknowledgement));
  const [name, tone, icon] = LOOKS[state];
  const { alertname = 'Alert without a name', ...labels } = alert.labels;
  const own = Object.fromEntries(Object.entries(labels).filter(([key]) => !(key in shared)));
  const text = alert.annotations['summary'] ?? alert.annotations['description'];
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <div className={styles.head}>
          <Tag tone={tone} icon={icon}>
            {name}
          </Tag>
          <Link href={notificationHistoryUrl({ fingerprint: alert.fingerprint })}>{alertname}</Link>
          <span className={styles.dim}>
            for <Ago short time={alert.startsAt} timeZone={zone} />
          </span>
        </div>
        <LabelList labels={own} />
        {text && <span>{text}</span>}
        <Suppression alert={alert} acknowledgement={acknowledgement} />
      </div>
      <div className={styles.buttons}>
        {can('alerting:write') && (
          <>
            {acknowledgement ? (
              <Button
                size="sm"
                busy={withdraw.isPending}
                onClick={() => withdraw.mutate(alert.fingerprint)}
              >
                Withdraw acknowledgement
              </Button>
            ) : (
              <Button size="sm" icon={Check} onClick={() => setAcknowledging(true)}>
                Acknowledge
              </Button>
            )}
            <LinkButton size="sm" icon={BellOff} href={silenceUrl(publicLabels(alert.labels))}>
              Silence
            </LinkButton>
          </>
        )}
        <LinkButton
          size="sm"
          icon={ScrollText}
          href={notificationHistoryUrl({ fingerprint: alert.fingerprint })}
        >
          History
        </LinkButton>
        <Sources alert={alert} />
      </div>
      {isAcknowledging && (
        <AcknowledgeDialog
          name={alertname}
          fingerprint={alert.fingerprint}
          onClose={() => setAcknowledging(false)}
        />
      )}
    </li>
  );
}

/** Links to the runbook, the panel, and the rule or other source of an alert. */
function Sources({
  alert: { labels, annotations, generatorURL = '' },
}: {
  alert: ActiveAlert;
}): ReactNode {
  const { [RULE_UID]: rule } = labels;
  const { __dashboardUid__: dashboard, __panelId__: panel } = annotations;
  const runbook = safeUrl(annotations['runbook_url'] ?? '');
  const source = rule ? '' : safeUrl(generatorURL);
  return (
    <>
      {runbook && (
        <a
          className={`${more.button} ${more.small}`}
          href={runbook}
          target="_blank"
          rel="noopener noreferrer"
        >
          <BookOpen size={13} aria-hidden /> Runbook
        </a>
      )}
      {dashboard && (
        <LinkButton size="sm" icon={ChartLine} href={panelUrl(dashboard, panel)}>
          Panel
        </LinkButton>
      )}
      {rule && (
        <LinkButton size="sm" href={ruleUrl(rule)}>
          Alert rule
        </LinkButton>
      )}
      {source && (
        <a
          className={`${more.button} ${more.small}`}
          href={source}
          target="_blank"
          rel="noopener noreferrer"
        >
          Source
        </a>
      )}
    </>
  );
}

function publicLabels(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !isPrivate(name)));
}

function Suppression({
  alert: { status },
  acknowledgement,
}: Pick<AlertItemProps, 'alert' | 'acknowledgement'>): ReactNode {
  const [silence] = status.silencedBy;
  const muted = status.mutedBy ?? [];
  return (
    <>
      {silence && (
        <span className={styles.dim}>
          Silenced by{' '}
          <Link href={silencePageUrl(silence)}>
            {status.silencedBy.length === 1 ? 'a silence' : `${status.silencedBy.length} silences`}
          </Link>
        </span>
      )}
      {status.inhibitedBy[0] && (
        <span className={styles.dim}>
          Inhibited by{' '}
          <Link href={notificationHistoryUrl({ fingerprint: status.inhibitedBy[0] })}>
            {status.inhibitedBy.length === 1
              ? 'another alert'
              : `${status.inhibitedBy.length} other alerts`}
          </Link>
        </span>
      )}
      {muted.length > 0 && (
        <span className={styles.dim}>Muted by mute timing {muted.join(', ')}</span>
      )}
      {acknowledgement && (
        <span className={styles.dim}>
          Acknowledged by {acknowledgement.who}
          {acknowledgement.comment && `: ${acknowledgement.comment}`}
        </span>
      )}
    </>
  );
}

export function AcknowledgeDialog({
  name,
  fingerprint,
  onClose,
}: {
  name: string;
  fingerprint: string;
  onClose: () => void;
}): ReactNode {
  const [comment, setComment] = useState('');
  const acknowledge = useAcknowledge(onClose);
  return (
    <Dialog
      title={`Acknowledge ${name}`}
      description="Shows others that you are working on this alert. Pauses repeat notifications; the resolved notification is still sent."
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ fingerprint, comment: comment.trim() })}
          >
            Acknowledge
          </Button>
        </>
      }
    >
      <Field label="Comment" optional>
        <TextArea data-autofocus rows={2} value={comment} maxLength={1000} onChange={setComment} />
      </Field>
    </Dialog>
  );
}
