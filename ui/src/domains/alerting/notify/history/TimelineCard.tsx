/** The timeline of one alert: state transitions, decisions and delivery attempts. */
import { useState, type ReactNode } from 'react';
import { ArrowLeft, Bell, BellOff, Check, CircleDot, Send, type LucideIcon } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  SkeletonRows,
  Tag,
} from '../../../../design';
import { formatTime } from '../../../../data';
import { can } from '../../../../kernel/boot';
import { ruleUrl, silenceUrl } from '../../model/addresses';
import { LabelList } from '../../parts/LabelList';
import { shortNumber } from '../../model/values';
import { useZone } from '../../parts/useZone';
import { AcknowledgeDialog } from '../groups/AlertItem';
import { useWithdraw } from '../groups/api';
import { useTimeline, type Timeline, type TimelineEvent } from './api';
import { mayRetry, verdict } from './model';
import { RetryButton } from './RetryButton';
import styles from './NotificationHistory.module.css';
import look from '../parts/Notify.module.css';

const ICONS: Record<TimelineEvent['kind'], LucideIcon> = {
  transition: CircleDot,
  decision: Bell,
  attempt: Send,
  acknowledgement: Check,
};

export interface TimelineCardProps {
  fingerprint: string;
  from: string;
  onDelivery: (id: number) => void;
  onClose: () => void;
}

export function TimelineCard({
  fingerprint,
  from,
  onDelivery,
  onClose,
}: TimelineCardProps): ReactNode {
  const timeline = useTimeline(fingerprint, from);
  return (
    <>
      <div>
        <Button autoFocus icon={ArrowLeft} onClick={onClose}>
          All alerts
        </Button>
      </div>
      {timeline.isPending && <SkeletonRows />}
      {timeline.error && !timeline.data && (
        <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {timeline.data && <AlertTimeline timeline={timeline.data} onDelivery={onDelivery} />}
    </>
  );
}

function AlertTimeline({
  timeline,
  onDelivery,
}: {
  timeline: Timeline;
  onDelivery: (id: number) => void;
}): ReactNode {
  const [isAcknowledging, setAcknowledging] = useState(false);
  const withdraw = useWithdraw();
  const { alertname = `Alert ${timeline.fingerprint}`, ...labels } = timeline.labels;
  const summary = verdict(timeline.events);
  const mayAct = can('alerting:write') && timeline.state === 'firing';
  return (
    <Card
      title={alertname}
      actions={
        <div className={look.buttons}>
          {mayAct &&
            (timeline.acknowledgement ? (
              <Button
                size="sm"
                busy={withdraw.isPending}
                onClick={() => withdraw.mutate(timeline.fingerprint)}
              >
                Withdraw acknowledgement
              </Button>
            ) : (
              <Button size="sm" icon={Check} onClick={() => setAcknowledging(true)}>
                Acknowledge
              </Button>
            ))}
          {mayAct && (
            <LinkButton size="sm" icon={BellOff} href={silenceUrl(timeline.labels)}>
              Silence
            </LinkButton>
          )}
          {timeline.ruleUid && (
            <LinkButton size="sm" href={ruleUrl(timeline.ruleUid)}>
              Alert rule
            </LinkButton>
          )}
        </div>
      }
    >
      <div className={look.main}>
        <div className={look.head}>
          <Tag
            tone={
              timeline.state === 'firing' ? 'crit' : timeline.state === 'resolved' ? 'ok' : 'mute'
            }
          >
            {timeline.state === 'firing'
              ? 'Firing'
              : timeline.state === 'resolved'
                ? 'Resolved'
                : 'Normal'}
          </Tag>
          <LabelList whole labels={labels} />
        </div>
        {summary && (
          <p className={styles.verdict} data-tone={summary.tone} role="status">
            {summary.text}
          </p>
        )}
        {timeline.events.length === 0 ? (
          <EmptyState title="No events in this time range">Select a longer time range.</EmptyState>
        ) : (
          <ol className={styles.events} aria-label={`Timeline of ${alertname}`}>
            {timeline.events.toReversed().map((event, index) => (
              <EventItem key={index} event={event} onDelivery={onDelivery} />
            ))}
          </ol>
        )}
      </div>
      {isAcknowledging && (
        <AcknowledgeDialog
          name={alertname}
          fingerprint={timeline.fingerprint}
          onClose={() => setAcknowledging(false)}
        />
      )}
    </Card>
  );
}

function EventItem({
  event,
  onDelivery,
}: {
  event: TimelineEvent;
  onDelivery: (id: number) => void;
}): ReactNode {
  const zone = useZone();
  const Icon = ICONS[event.kind];
  const values = Object.entries(event.values ?? {});
  const id = event.deliveryId;
  const isBad =
    (event.kind === 'attempt' && event.outcome !== 'sent') || event.decision === 'no_receiver';
  return (
    <li data-kind={event.kind} data-bad={isBad || undefined}>
      <time dateTime={event.time}>
        {formatTime(Date.parse(event.time), 'YYYY-MM-DD HH:mm:ss', zone)}
      </time>
      <Icon size={14} aria-hidden />
      <div className={look.main}>
        <span>{event.sentence}</span>
        {values.length > 0 && (
          <span className={look.dim}>
            {values.map(([name, value]) => `${name} = ${shortNumber(value)}`).join(', ')}
          </span>
        )}
      </div>
      <div className={look.buttons}>
        {event.kind === 'decision' && id != null && mayRetry(event.deliveryState) && (
          <RetryButton id={id} />
        )}
        {event.kind === 'decision' && id != null && (
          <Button size="sm" onClick={() => onDelivery(id)}>
            Notification
          </Button>
        )}
      </div>
    </li>
  );
}
