import { useRef, type ReactNode } from 'react';
import { formatTime } from '../../../data';
import { useTimeZone } from '../../../kernel/timezone';
import { useHealth, useSeen } from '../health';
import styles from './DataSources.module.css';

/** Whether a source answers, asked when its row comes into view. */
export function HealthDot({ uid }: { uid: string }): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const { data, error, dataUpdatedAt, isFetching } = useHealth(uid, useSeen(place));
  const zone = useTimeZone();
  const state = data ? (data.ok ? 'ok' : 'failing') : error ? 'failing' : 'unknown';
  const text = data
    ? data.ok
      ? 'Working'
      : 'Failing'
    : error
      ? 'Unknown'
      : isFetching
        ? 'Checking'
        : '';
  const when = dataUpdatedAt ? formatTime(dataUpdatedAt, 'HH:mm:ss', zone) : '';
  return (
    <span
      ref={place}
      className={styles.health}
      data-health={state}
      title={data?.message ?? error?.message}
    >
      <i aria-hidden />
      <span>
        {text}
        {when && <small className="vd-wide-only"> {when}</small>}
        {data && !data.ok && (
          <small className={`vd-wide-only ${styles.reason}`}>{data.message}</small>
        )}
      </span>
    </span>
  );
}
