/** One message: what it says, and each attempt to send it with the other side's answer. */
import type { ReactNode } from 'react';
import { Drawer, ErrorState, SkeletonRows, Tag } from '../../../../design';
import { formatTime } from '../../../../data';
import { LabelList } from '../../parts/LabelList';
import { useZone } from '../../parts/useZone';
import { useDelivery, type DeliveryDetail } from './api';
import { DELIVERY_NAMES, mayRetry } from './model';
import { RetryButton } from './RetryButton';
import styles from './Ledger.module.css';
import look from '../parts/Notify.module.css';

export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const delivery = useDelivery(id);
  const message = delivery.data;
  return (
    <Drawer
      title={message ? `Message ${message.sequence} to ${message.receiver}` : 'Message'}
      onClose={onClose}
    >
      {delivery.isPending && <SkeletonRows />}
      {delivery.error && !message && (
        <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />
      )}
      {message && <Message message={message} />}
    </Drawer>
  );
}

function Message({ message }: { message: DeliveryDetail }): ReactNode {
  const zone = useZone();
  const [name, tone] = DELIVERY_NAMES[message.state];
  const time = (text: string) => formatTime(Date.parse(text), 'YYYY-MM-DD HH:mm:ss', zone);
  return (
    <div className={styles.message}>
      <div className={look.head}>
        <Tag tone={tone}>{name}</Tag>
        <span>{message.integrationType}</span>
        <span className={look.dim}>written {time(message.created)}</span>
        {mayRetry(message.state) && <RetryButton id={message.id} />}
      </div>
      <p>{message.sentence}</p>
      <h3>Attempts</h3>
      {message.attemptList.length === 0 && (
        <p className={look.dim}>None yet{message.due && `; the next at ${time(message.due)}`}.</p>
      )}
      <ol className={styles.attempts}>
        {message.attemptList.map((attempt) => (
          <li key={attempt.attempt}>
            <span className={look.dim}>
              {time(attempt.started)}, {attempt.durationMs} ms
            </span>
            <span className={attempt.outcome === 'sent' ? look.good : look.failing}>
              {attempt.answer || attempt.outcome}
            </span>
          </li>
        ))}
      </ol>
      <h3>Alerts in it</h3>
      <ul className={styles.attempts}>
        {message.alerts.map((alert) => (
          <li key={alert.fingerprint}>
            <span className={look.head}>
              <Tag tone={alert.status === 'firing' ? 'crit' : 'ok'}>
                {alert.status === 'firing' ? 'Firing' : 'Resolved'}
              </Tag>
              <LabelList labels={alert.labels} />
            </span>
            {Object.entries(alert.annotations).map(([key, value]) => (
              <span key={key} className={look.dim}>
                {key}: {value}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p className={look.dim}>
        Key <code>{message.key}</code>
      </p>
    </div>
  );
}
