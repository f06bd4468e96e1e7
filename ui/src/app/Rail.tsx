import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import {
  Bell,
  CircleHelp,
  Compass,
  Database,
  House,
  LayoutDashboard,
  LogIn,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { Avatar, Logo, Menu } from '../design';
import { deferred } from '../design/components/deferred';
import { boot, can, isSignedIn, mayExplore } from '../kernel/boot';
import { basePath } from '../kernel/embedded';
import { whenIdle } from '../kernel/idle';
import type { AccountActions } from './accountItems';
import styles from './Shell.module.css';

const FiringMark = deferred(() => import('./FiringMark').then((m) => m.FiringMark));

interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Paths that count as being there, besides `href` itself. */
  within?: RegExp;
  visible?: boolean;
  /** What is to be known of the place from afar; comes once the page itself is there. */
  Mark?: ComponentType;
}

/** The navigation: a rail at the left, a bar at the bottom of narrow screens. */
export function Rail({ onShowShortcuts, onSwitchTheme }: AccountActions): ReactNode {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const places: Place[] = [
    { href: '/', label: 'Home', icon: House },
    {
      href: '/dashboards',
      label: 'Dashboards',
      icon: LayoutDashboard,
      within: /^\/(d|dashboards|import)(\/|$)/,
    },
    { href: '/explore', label: 'Explore', icon: Compass, visible: mayExplore() },
    {
      href: '/alerting/list',
      label: 'Alerting',
      icon: Bell,
      within: /^\/alerting(\/|$)/,
      visible: can('alerting:read'),
      Mark: isIdle ? FiringMark : undefined,
    },
    {
      href: '/datasources',
      label: 'Data sources',
      icon: Database,
      within: /^\/datasources(\/|$)/,
      visible: can('datasources:read'),
    },
  ];
  return (
    <nav className={styles.rail} aria-label="Primary">
      <Link href="/" className={styles.logo} aria-label="Vedette, home" tabIndex={-1}>
        <Logo />
      </Link>
      {places.map(
        (place) => place.visible !== false && <RailLink key={place.href} place={place} />,
      )}
      <span className={styles.gap} />
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        data-tip="Keyboard shortcuts"
        className="vd-wide-only"
        onClick={onShowShortcuts}
      >
        <CircleHelp size={18} aria-hidden />
      </button>
      {can('org.users:read') && (
        <RailLink
          wideOnly
          place={{
            href: '/admin/users',
            label: 'Administration',
            icon: Settings,
            within: /^\/admin(\/|$)/,
          }}
        />
      )}
      <AccountMenu onShowShortcuts={onShowShortcuts} onSwitchTheme={onSwitchTheme} />
    </nav>
  );
}

function RailLink({ place, wideOnly }: { place: Place; wideOnly?: boolean }): ReactNode {
  const [path] = useLocation();
  const isHere = path === place.href || (place.within?.test(path) ?? false);
  const { icon: Icon, Mark } = place;
  return (
    <Link
      href={place.href}
      data-tip={place.label}
      aria-current={isHere ? 'page' : undefined}
      className={wideOnly ? 'vd-wide-only' : undefined}
    >
      <Icon size={18} aria-hidden />
      <span className="vd-sr">{place.label}</span>
      {Mark && <Mark />}
    </Link>
  );
}

function AccountMenu(actions: AccountActions): ReactNode {
  const { user } = boot();
  const name = user?.name || user?.login || '';
  if (!isSignedIn()) {
    return (
      <a href={`${basePath}/login`} aria-label="Sign in" data-tip="Sign in">
        <LogIn size={18} aria-hidden />
      </a>
    );
  }
  const items = () => import('./accountItems').then(({ accountItems }) => accountItems(actions));
  return (
    <Menu
      label="Account"
      placement="right-end"
      items={items}
      trigger={
        <button type="button" aria-label={`${name}, account menu`} data-tip={name}>
          <Avatar name={name} />
        </button>
      }
    />
  );
}
