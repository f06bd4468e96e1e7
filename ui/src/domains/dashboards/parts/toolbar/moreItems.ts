/** What the menu of a dashboard offers. */
import { Braces, History, Monitor, Save, Share2 } from 'lucide-react';
import type { MenuItem } from '../../../../design';
import type { DashboardSession } from '../../session/context';

export function moreItems({ open, canSave, setUrl }: DashboardSession): MenuItem[] {
  const items: MenuItem[] = [
    {
      label: canSave ? 'Edit JSON' : 'View JSON',
      icon: Braces,
      keys: 'd s',
      onSelect: () => open({ kind: 'settings', tab: 'json' }),
    },
    { label: 'Versions', icon: History, onSelect: () => open({ kind: 'settings', tab: 'versions' }) },
    { label: 'Kiosk', icon: Monitor, keys: 'd k', onSelect: () => setUrl({ kiosk: true }) },
    { label: 'Share', icon: Share2, onSelect: () => open({ kind: 'share' }) },
  ];
  if (!canSave) return items;
  return [
    { label: 'Save', icon: Save, keys: 'mod+s', onSelect: () => open({ kind: 'save' }) },
    'separator',
    ...items,
  ];
}
