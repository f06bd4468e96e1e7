import type { ReactNode } from 'react';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { Link } from 'wouter';
import { Tag } from '../../../../design';
import { Ago } from '../../parts/Ago';
import { useZone } from '../../parts/useZone';
import { messagesTo } from '../addresses';
import type { Integration } from './api';
import styles from '../parts/Notify.module.css';

/** One integration, and how its last message went. */
export function HealthLine({
  integration,
  name,
}: {
  integration: Integration;
  name: string;
}): ReactNode {
  const zone = useZone();
  const { lastNotifyAttempt: last, lastNotifyAttemptError: error } = integration.health;
  const isUntried = last.startsWith('0001');
  return (
    <div className={styles.head}>
      <span>{name}</span>
      {isUntried && <Tag icon={CircleDashed}>Nothing sent yet</Tag>}
      {!isUntried && (
        <>
          <Tag tone={error ? 'crit' : 'ok'} icon={error ? CircleX : CircleCheck}>
            {error ? 'Failing' : 'Works'}
          </Tag>
          <span className={styles.dim}>
            <Link href={messagesTo(integration.name)}>
              last message <Ago time={last} timeZone={zone} />
            </Link>
          </span>
        </>
      )}
      {integration.disableResolveMessage && (
        <span className={styles.dim}>not told when alerts end</span>
      )}
      {error && <span className={styles.failing}>{error}</span>}
    </div>
  );
}
