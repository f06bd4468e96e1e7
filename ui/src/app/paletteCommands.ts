/** The commands of the command palette: pages and actions. */
import {
  Bell,
  Compass,
  Database,
  FileDown,
  House,
  Keyboard,
  LayoutDashboard,
  Settings,
  SunMoon,
  User,
} from 'lucide-react';
import { can, mayExplore } from '../kernel/boot';
import { activeShortcuts } from '../kernel/shortcuts';
import type { PaletteEntry } from './paletteEntry';

/** Pages that the user can open. */
export function places(): PaletteEntry[] {
  const all: (PaletteEntry & { visible?: boolean })[] = [
    { id: 'home', icon: House, label: 'Home', href: '/', keys: 'g h' },
    { id: 'browse', icon: LayoutDashboard, label: 'Dashboards', href: '/dashboards', keys: 'g d' },
    {
      id: 'new-dashboard',
      icon: LayoutDashboard,
      label: 'New dashboard',
      href: '/dashboard/new',
      visible: can('dashboards:write'),
    },
    {
      id: 'import',
      icon: FileDown,
      label: 'Import a dashboard',
      href: '/import',
      visible: can('dashboards:write'),
    },
    {
      id: 'explore',
      icon: Compass,
      label: 'Explore',
      href: '/explore',
      keys: 'g e',
      visible: mayExplore(),
    },
    {
      id: 'alerts',
      icon: Bell,
      label: 'Alert rules',
      href: '/alerting/list',
      keys: 'g a',
      visible: can('alerting:read'),
    },
    {
      id: 'new-alert',
      icon: Bell,
      label: 'New alert rule',
      href: '/alerting/new',
      visible: can('alerting:write'),
    },
    {
      id: 'new-silence',
      icon: Bell,
      label: 'New silence',
      href: '/alerting/silence/new',
      visible: can('alerting:write'),
    },
    {
      id: 'silences',
      icon: Bell,
      label: 'Silences',
      href: '/alerting/silences',
      visible: can('alerting:read'),
    },
    {
      id: 'contacts',
      icon: Bell,
      label: 'Contact points',
      href: '/alerting/notifications',
      visible: can('alerting:read'),
    },
    {
      id: 'new-contact',
      icon: Bell,
      label: 'New contact point',
      href: '/alerting/notifications/receivers/new',
      visible: can('alerting:write'),
    },
    {
      id: 'policies',
      icon: Bell,
      label: 'Notification policies',
      href: '/alerting/routes',
      visible: can('alerting:read'),
    },
    {
      id: 'active-alerts',
      icon: Bell,
      label: 'Active alerts',
      href: '/alerting/groups',
      visible: can('alerting:read'),
    },
    {
      id: 'mute-timings',
      icon: Bell,
      label: 'Mute timings',
      href: '/alerting/mute-timings',
      visible: can('alerting:read'),
    },
    {
      id: 'templates',
      icon: Bell,
      label: 'Notification templates',
      href: '/alerting/templates',
      visible: can('alerting:read'),
    },
    {
      id: 'notification-history',
      icon: Bell,
      label: 'Notification history',
      href: '/alerting/notification-history',
      visible: can('alerting:read'),
    },
    {
      id: 'sources',
      icon: Database,
      label: 'Data sources',
      href: '/datasources',
      keys: 'g s',
      visible: can('datasources:read'),
    },
    {
      id: 'new-source',
      icon: Database,
      label: 'Add data source',
      href: '/datasources/new',
      visible: can('datasources:write'),
    },
    {
      id: 'correlations',
      icon: Database,
      label: 'Correlations',
      href: '/datasources/correlations',
      visible: can('datasources:read'),
    },
    { id: 'profile', icon: User, label: 'Profile', href: '/profile', keys: 'g p' },
    {
      id: 'users',
      icon: Settings,
      label: 'Users',
      href: '/admin/users',
      visible: can('org.users:read'),
    },
    {
      id: 'accounts',
      icon: Settings,
      label: 'Service accounts',
      href: '/admin/service-accounts',
      visible: can('org.users:read'),
    },
    {
      id: 'provisioning',
      icon: Settings,
      label: 'Provisioning status',
      href: '/admin/provisioning',
      visible: can('org.users:read'),
    },
  ];
  return all.filter(({ visible }) => visible !== false);
}

/** The shortcuts of the current page, and the theme. */
export function actions(onSwitchTheme: () => void): PaletteEntry[] {
  const ofPage = activeShortcuts()
    .filter(({ group, keys }) => group !== 'Go to' && keys !== 'mod+k' && keys !== 'shift+d')
    .map(({ keys, label, run }) => ({
      id: `key-${keys}`,
      icon: Keyboard,
      label,
      keys,
      run: () => run(new KeyboardEvent('keydown')),
    }));
  return [
    { id: 'theme', icon: SunMoon, label: 'Switch theme', keys: 'shift+d', run: onSwitchTheme },
    ...ofPage,
  ];
}
