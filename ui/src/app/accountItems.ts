/** What the account menu offers. */
import { Keyboard, LogOut, Settings, SunMoon, User } from 'lucide-react';
import type { MenuItem } from '../design';
import { boot, can } from '../kernel/boot';
import { basePath } from '../kernel/embedded';

export interface AccountActions {
  onShowShortcuts: () => void;
  onSwitchTheme: () => void;
}

export function accountItems({ onShowShortcuts, onSwitchTheme }: AccountActions): MenuItem[] {
  const { user } = boot();
  const name = user?.name || user?.login || '';
  return [
    { heading: `${name}${user?.orgRole ? ` · ${user.orgRole}` : ''}` },
    { label: 'Profile', icon: User, href: '/profile', keys: 'g p' },
    { label: 'Switch theme', icon: SunMoon, onSelect: onSwitchTheme, keys: 'shift+d' },
    { label: 'Keyboard shortcuts', icon: Keyboard, onSelect: onShowShortcuts, keys: '?' },
    ...(can('org.users:read')
      ? [{ label: 'Administration', icon: Settings, href: '/admin/users' }]
      : []),
    'separator',
    {
      label: 'Sign out',
      icon: LogOut,
      onSelect: () => window.location.assign(`${basePath}/logout`),
    },
  ];
}
