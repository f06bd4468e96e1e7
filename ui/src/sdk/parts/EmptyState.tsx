import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  /** What to do about it, in one sentence. */
  hint?: ReactNode;
  children?: ReactNode;
}

/** Fills a panel that has nothing to draw and says why. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className={styles.empty} role="status">
      <strong>{title}</strong>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
