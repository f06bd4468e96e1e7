import type { ReactNode } from 'react';
import { formatTime } from '../../../../data';
import { agoText } from '../../model/times';
import { useNow } from '../../parts/Ago';
import styles from '../parts/Notify.module.css';

/** The time of the next flush of a group. */
export function NextFlush({ time, timeZone }: { time: string; timeZone: string }): ReactNode {
  const now = useNow();
  const at = Date.parse(time);
  return (
    <span className={styles.dim} data-tip={formatTime(at, 'full', timeZone)}>
      {at > now ? `next flush in ${agoText(at - now)}` : 'flushing now'}
    </span>
  );
}
