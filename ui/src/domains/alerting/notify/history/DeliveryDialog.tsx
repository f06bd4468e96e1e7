/** One notification: its alerts, and each attempt with the response of the receiver. */
import type { ReactNode } from 'react';
import { Drawer, ErrorState, SkeletonRows, Tag } from '../../../../design';
import { formatTime } from '../../../../data';
import { LabelList } from '../../parts/LabelList';
import { useZone } from '../../parts/useZone';
import { useDelivery, type DeliveryDetail } from './api';
import { DELIVERY_NAMES, mayRetry } from './model';
import { RetryButton } from './RetryButton';
import styles from './NotificationHistory.module.css';
import look from '../parts/Notify.module.css';

export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const delivery = useDelivery(id);
  const found = delivery.data;
  return (
    <Drawer
      title={found ? `Notification ${found.sequence} to ${found.receiver}` : 'Notification'}
      onClose={onClose}
    >
      {delivery.isPending && <SkeletonRows />}
      {delivery.error && !found && (
        <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />
      )}
      {found && <Delivery delivery={found} />}
    </Drawer>
  );
}

function Delivery({ delivery }: { delivery: DeliveryDetail }): ReactNode {
  const zone = useZone();
  const [name, tone] = DELIVERY_NAMES[delivery.state];
  const time = (text: string) => formatTime(Date.parse(text), 'YYYY-MM-DD HH:mm:ss', zone);
  return (
    <div className={styles.delivery}>
      <div className={look.head}>
        <Tag tone={tone}>{name}</Tag>
        <span>{delivery.integrationType}</span>
        <span className={look.dim}>created {time(delivery.created)}</span>
        {mayRetry(delivery.state) && <RetryButton id={delivery.id} />}
      </div>
      <p>{delivery.sentence}</p>
      <h3>Attempts</h3>
      {delivery.attemptList.length === 0 && (
        <p className={look.dim}>
          No attempts yet.{delivery.due && ` Next attempt: ${time(delivery.due)}.`}
        </p>
      )}
      <ol className={styles.attempts}>
        {delivery.attemptList.map((attempt) => (
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
      <h3>Alerts</h3>
      <ul className={styles.attempts}>
        {delivery.alerts.map((alert) => (
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
        Idempotency key <code>{delivery.key}</code>
      </p>
    </div>
  );
}
