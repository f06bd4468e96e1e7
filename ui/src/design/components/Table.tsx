import type { ReactNode } from 'react';
import styles from './Table.module.css';

export interface TableProps {
  label: string;
  children: ReactNode;
  /** Rows lead somewhere: they light up under the pointer. */
  hover?: boolean;
}

/**
 * A plain table for lists of things; it scrolls sideways where it does not fit. Use
 * `data-align="end"` on number cells.
 */
export function Table({ label, hover = true, children }: TableProps): ReactNode {
  return (
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={`${styles.table} ${hover ? styles.hover : ''}`} aria-label={label}>
        {children}
      </table>
    </div>
  );
}
