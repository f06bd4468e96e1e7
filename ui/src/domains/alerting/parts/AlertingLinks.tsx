/** The pages of alerting, in the second row of each of them. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import styles from './AlertingLinks.module.css';

const PAGES: readonly [href: string, label: string][] = [
  ['/alerting/list', 'Alert rules'],
  ['/alerting/groups', 'Active alerts'],
  ['/alerting/silences', 'Silences'],
  ['/alerting/notifications', 'Contact points'],
  ['/alerting/routes', 'Notification policies'],
  ['/alerting/mute-timings', 'Mute timings'],
  ['/alerting/templates', 'Notification templates'],
  ['/alerting/notification-history', 'Notification history'],
];

export function AlertingLinks(): ReactNode {
  const [path] = useLocation();
  return (
    <nav className={styles.links} aria-label="Alerting">
      {PAGES.map(([href, label]) => (
        <Link key={href} href={href} aria-current={path.startsWith(href) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
