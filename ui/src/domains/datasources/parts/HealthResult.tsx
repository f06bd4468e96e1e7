import type { ReactNode } from 'react';
import { CircleCheck, CircleX } from 'lucide-react';
import { Spinner } from '../../../design';
import type { Health } from '../health';
import styles from './DataSources.module.css';

export function HealthResult({
  pending,
  health,
}: {
  pending: boolean;
  health: Health | undefined;
}): ReactNode {
  if (pending) {
    return (
      <p className={styles.note} role="status">
        <Spinner size={14} label="Testing" /> Testing the data source…
      </p>
    );
  }
  if (!health) return null;
  const Icon = health.ok ? CircleCheck : CircleX;
  return (
    <p
      className={health.ok ? styles.healthy : styles.failing}
      role={health.ok ? 'status' : 'alert'}
    >
      <Icon size={16} aria-hidden />
      <span>
        {health.message} <small>{health.milliseconds} ms</small>
      </span>
    </p>
  );
}
