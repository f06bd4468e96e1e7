import type { ReactNode } from 'react';
import { Lock } from 'lucide-react';
import styles from '../../parts/Alerting.module.css';

/** The reason why a page is read-only. */
export function Locked({ reason }: { reason: string | undefined }): ReactNode {
  if (!reason) return null;
  return (
    <p className={styles.note}>
      <Lock size={15} aria-hidden /> {reason}
    </p>
  );
}
