import type { ReactNode } from 'react';
import { CircleAlert, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { IconButton } from './Button';
import styles from './NoticeBar.module.css';

const icons = { info: Info, accent: Info, warn: TriangleAlert, crit: CircleAlert };

export interface NoticeBarProps {
  tone?: keyof typeof icons;
  icon?: LucideIcon;
  children: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  onDismiss?: () => void;
}

/** A message about the page or the part it stands in, with what can be done. */
export function NoticeBar(props: NoticeBarProps): ReactNode {
  const { tone = 'info', icon, children, actions, onDismiss } = props;
  const Icon = icon ?? icons[tone];
  return (
    <div role={tone === 'crit' ? 'alert' : 'status'} className={`${styles.bar} ${styles[tone]}`}>
      <Icon size={14} aria-hidden />
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {onDismiss && <IconButton icon={X} size="sm" label="Dismiss" onClick={onDismiss} />}
    </div>
  );
}
