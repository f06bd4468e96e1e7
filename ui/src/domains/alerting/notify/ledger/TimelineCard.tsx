/** The whole story of one alert: its states, what was decided, each attempt to tell. */
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
import styles from './Ledger.module.css';
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
      {timeline.data && <Story story={timeline.data} onDelivery={onDelivery} />}
    </>
  );
}

function Story({
  story,
  onDelivery,
}: {
  story: Timeline;
  onDelivery: (id: number) => void;
}): ReactNode {
  const [isGiving, setGiving] = useState(false);
  const withdraw = useWithdraw();
  const { alertname = `Alert ${story.fingerprint}`, ...labels } = story.labels;
  const word = verdict(story.events);
  const mayAct = can('alerting:write') && story.state === 'firing';
  return (
    <Card
      title={alertname}
      actions={
        <div className={look.buttons}>
          {mayAct &&
            (story.acknowledgement ? (
              <Button
                size="sm"
                busy={withdraw.isPending}
                onClick={() => withdraw.mutate(story.fingerprint)}
              >
                Take back
              </Button>
            ) : (
              <Button size="sm" icon={Check} onClick={() => setGiving(true)}>
                Acknowledge
              </Button>
            ))}
          {mayAct && (
            <LinkButton size="sm" icon={BellOff} href={silenceUrl(story.labels)}>
              Silence
            </LinkButton>
          )}
          {story.ruleUid && (
            <LinkButton size="sm" href={ruleUrl(story.ruleUid)}>
              Rule
            </LinkButton>
          )}
        </div>
      }
    >
      <div className={look.main}>
        <div className={look.head}>
          <Tag
            tone={story.state === 'firing' ? 'crit' : story.state === 'resolved' ? 'ok' : 'mute'}
          >
            {story.state === 'firing'
              ? 'Firing'
              : story.state === 'resolved'
                ? 'Resolved'
                : 'Normal'}
          </Tag>
          <LabelList whole labels={labels} />
        </div>
        {word && (
          <p className={styles.verdict} data-tone={word.tone} role="status">
            {word.text}
          </p>
        )}
        {story.events.length === 0 ? (
          <EmptyState title="Nothing is known of it in this time">
            Choose a longer time above.
          </EmptyState>
        ) : (
          <ol className={styles.events} aria-label={`Timeline of ${alertname}`}>
            {story.events.toReversed().map((event, index) => (
              <EventItem key={index} event={event} onDelivery={onDelivery} />
            ))}
          </ol>
        )}
      </div>
      {isGiving && (
        <AcknowledgeDialog
          name={alertname}
          fingerprint={story.fingerprint}
          onClose={() => setGiving(false)}
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
            Message
          </Button>
        )}
      </div>
    </li>
  );
}
