import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { can } from '../kernel/boot';
import styles from './Shell.module.css';

const links = [
  { href: '/admin/users', label: 'Users' },
  { href: '/admin/service-accounts', label: 'Service accounts' },
  { href: '/admin/provisioning', label: 'Provisioning' },
];

/** Moves between the pages of the administration. */
export function AdminLinks(): ReactNode {
  const [path] = useLocation();
  if (!can('org.users:read')) return null;
  return (
    <nav className={styles.section} aria-label="Administration">
      {links.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
