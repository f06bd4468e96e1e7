import { createElement, type ReactNode } from 'react';
import {
  Activity,
  BellRing,
  Database,
  FlaskConical,
  Logs,
  Plug,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import styles from './DataSources.module.css';

const ICONS: Record<string, LucideIcon> = {
  metrics: Activity,
  logs: Logs,
  traces: Waypoints,
  sql: Database,
  alerts: BellRing,
  testing: FlaskConical,
};

/** By what a kind says it holds; any other is a plug. */
export function KindIcon({
  category,
  size = 16,
}: {
  category: string | undefined;
  size?: number;
}): ReactNode {
  return (
    <span className={styles.icon}>
      {createElement(ICONS[category ?? ''] ?? Plug, { size, 'aria-hidden': true })}
    </span>
  );
}
