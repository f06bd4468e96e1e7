/** What the menu of a dashboard offers: only what the user may do. */
import {
  Braces,
  Copy,
  CopyPlus,
  History,
  Monitor,
  Pencil,
  Save,
  Share2,
  Trash2,
} from 'lucide-react';
import type { MenuItem } from '../../../../design';
import { can } from '../../../../kernel/boot';
import type { Dashboard } from '../../session/context';
import { duplicate } from '../manage/changes';

export function moreItems({ open, canSave, stored, setUrl }: Dashboard): MenuItem[] {
  const { canDelete, provisioned } = stored.meta;
  const isOwn = canSave && !provisioned;
  const changes: (MenuItem | false)[] = [
    canSave && { label: 'Save', icon: Save, keys: 'mod+s', onSelect: () => open({ kind: 'save' }) },
    can('dashboards:write') && {
      label: 'Save as…',
      icon: CopyPlus,
      onSelect: () => open({ kind: 'copy' }),
    },
    can('dashboards:write') && {
      label: 'Duplicate',
      icon: Copy,
      onSelect: () => void duplicate(stored),
    },
    isOwn && { label: 'Rename…', icon: Pencil, onSelect: () => open({ kind: 'rename' }) },
  ];
  const views: MenuItem[] = [
    {
      label: canSave ? 'Edit JSON' : 'View JSON',
      icon: Braces,
      keys: 'd s',
      onSelect: () => open({ kind: 'settings', tab: 'json' }),
    },
    {
      label: 'Versions',
      icon: History,
      onSelect: () => open({ kind: 'settings', tab: 'versions' }),
    },
    { label: 'Kiosk', icon: Monitor, keys: 'd k', onSelect: () => setUrl({ kiosk: true }) },
    { label: 'Share', icon: Share2, onSelect: () => open({ kind: 'share' }) },
  ];
  const offered = changes.filter((item) => item !== false);
  const items = offered.length > 0 ? [...offered, 'separator' as const, ...views] : views;
  if (!canDelete || provisioned) return items;
  return [
    ...items,
    'separator',
    { label: 'Delete…', icon: Trash2, danger: true, onSelect: () => open({ kind: 'delete' }) },
  ];
}
