import type { ReactNode } from 'react';
import { formatTime } from '../../../../data';
import { agoText } from '../../model/times';
import { useNow } from '../../parts/Ago';
import styles from '../parts/Notify.module.css';

/** When a group is looked at next. */
export function Due({ time, timeZone }: { time: string; timeZone: string }): ReactNode {
  const now = useNow();
  const at = Date.parse(time);
  return (
    <span className={styles.dim} data-tip={formatTime(at, 'full', timeZone)}>
      {at > now ? `next looked at in ${agoText(at - now)}` : 'looked at now'}
    </span>
  );
}
