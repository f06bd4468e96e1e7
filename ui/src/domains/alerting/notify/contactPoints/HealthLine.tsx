import type { ReactNode } from 'react';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { Link } from 'wouter';
import { Tag } from '../../../../design';
import { Ago } from '../../parts/Ago';
import { useZone } from '../../parts/useZone';
import { notificationsTo } from '../addresses';
import type { Integration } from './api';
import styles from '../parts/Notify.module.css';

/** One integration with the result of its last notification. */
export function HealthLine({
  integration,
  name,
}: {
  integration: Integration;
  name: string;
}): ReactNode {
  const zone = useZone();
  const { lastNotifyAttempt: last, lastNotifyAttemptError: error } = integration.health;
  const isUnused = last.startsWith('0001');
  return (
    <div className={styles.head}>
      <span>{name}</span>
      {isUnused && <Tag icon={CircleDashed}>No notifications yet</Tag>}
      {!isUnused && (
        <>
          <Tag tone={error ? 'crit' : 'ok'} icon={error ? CircleX : CircleCheck}>
            {error ? 'Failed' : 'OK'}
          </Tag>
          <span className={styles.dim}>
            <Link href={notificationsTo(integration.name)}>
              Last notification <Ago time={last} timeZone={zone} />
            </Link>
          </span>
        </>
      )}
      {integration.disableResolveMessage && (
        <span className={styles.dim}>Send resolved is off</span>
      )}
      {error && <span className={styles.failing}>{error}</span>}
    </div>
  );
}
