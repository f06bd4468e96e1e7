import type { ReactNode } from 'react';
import styles from './ChartLayout.module.css';

export interface ChartLayoutProps {
  children: ReactNode;
  legend?: ReactNode;
  placement?: 'bottom' | 'right';
  /** Width of a legend on the right, in pixels. */
  legendWidth?: number | null;
}

/** A chart that takes what its legend leaves. */
export function ChartLayout({
  children,
  legend,
  placement = 'bottom',
  legendWidth,
}: ChartLayoutProps) {
  return (
    <div className={`${styles.layout} ${styles[placement]}`}>
      <div className={styles.chart}>{children}</div>
      {legend && (
        <div
          className={styles.legend}
          style={placement === 'right' && legendWidth ? { width: legendWidth } : undefined}
        >
          {legend}
        </div>
      )}
    </div>
  );
}
