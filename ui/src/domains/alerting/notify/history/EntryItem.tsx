import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button, Tag } from '../../../../design';
import { formatTime } from '../../../../data';
import { setQuery } from '../../../../kernel/location';
import { notificationHistoryUrl } from '../../model/addresses';
import { LabelList } from '../../parts/LabelList';
import { useZone } from '../../parts/useZone';
import type { Entry } from './api';
import { DELIVERY_NAMES } from './model';
import styles from './NotificationHistory.module.css';
import look from '../parts/Notify.module.css';

/** One decision about one alert, with the notification that it sent. */
export function EntryItem({ entry }: { entry: Entry }): ReactNode {
  const zone = useZone();
  const { alertname = 'Alert without a name', ...labels } = entry.labels;
  const { delivery } = entry;
  return (
    <li className={styles.entry}>
      <time dateTime={entry.time}>
        {formatTime(Date.parse(entry.time), 'YYYY-MM-DD HH:mm:ss', zone)}
      </time>
      <div className={look.main}>
        <div className={look.head}>
          <Link href={notificationHistoryUrl({ fingerprint: entry.fingerprint })}>{alertname}</Link>
          <LabelList labels={labels} most={4} />
        </div>
        <span>{entry.sentence}</span>
        {delivery && <span className={look.dim}>{delivery.sentence}</span>}
      </div>
      {delivery && (
        <div className={look.buttons}>
          <Tag tone={DELIVERY_NAMES[delivery.state][1]}>{DELIVERY_NAMES[delivery.state][0]}</Tag>
          <Button
            size="sm"
            onClick={() => setQuery({ delivery: String(delivery.id) }, { replace: true })}
          >
            Notification
          </Button>
        </div>
      )}
    </li>
  );
}
