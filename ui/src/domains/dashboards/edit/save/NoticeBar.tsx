import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import styles from './Save.module.css';

/** One sentence across the page, with what can be done about it. */
export function NoticeBar({
  icon: Icon,
  tone = 'info',
  actions,
  children,
}: {
  icon: LucideIcon;
  tone?: 'info' | 'warn';
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div role="status" className={`${styles.notice} ${tone === 'warn' ? styles.warn : ''}`}>
      <Icon size={15} aria-hidden />
      <p>{children}</p>
      {actions && <span className={styles.actions}>{actions}</span>}
    </div>
  );
}
