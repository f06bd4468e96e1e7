import { useState, type ReactNode } from 'react';
import { Bell, Braces, Compass, Download, Ellipsis, Eye, Link2, Pencil, Search, Table2 } from 'lucide-react';
import { IconButton } from '../../../../design/components/Button';
import { Menu, type MenuItem } from '../../../../design/components/Menu';
import type { InspectTab } from '../../session/openPanels';

export interface PanelMenuProps {
  title: string;
  isViewed: boolean;
  canEdit: boolean;
  hasData: boolean;
  onView: () => void;
  onInspect: (tab: InspectTab) => void;
  onCopyLink: () => void;
  onDownload: () => void;
  /** Asks the same queries in Explore; left out where there is nothing to ask, or nobody may. */
  onExplore?: () => void;
  /** Makes an alert rule of the queries; left out like `onExplore`. */
  onAlert?: () => void;
  onEdit: () => void;
}

export function PanelMenu(props: PanelMenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  const items: MenuItem[] = [
    {
      label: props.isViewed ? 'Back to the dashboard' : 'View',
      icon: Eye,
      keys: 'v',
      onSelect: props.onView,
    },
    { label: 'Copy link', icon: Link2, keys: 'p s', onSelect: props.onCopyLink },
    'separator',
    { label: 'Inspect data', icon: Table2, keys: 'i', onSelect: () => props.onInspect('data') },
    { label: 'Inspect query', icon: Search, onSelect: () => props.onInspect('query') },
    { label: 'Inspect JSON', icon: Braces, onSelect: () => props.onInspect('json') },
    { label: 'Download CSV', icon: Download, onSelect: props.onDownload, disabled: !props.hasData },
  ];
  const { onExplore, onAlert } = props;
  if (onExplore) items.splice(2, 0, { label: 'Explore', icon: Compass, keys: 'x', onSelect: onExplore });
  if (onAlert) items.push('separator', { label: 'New alert rule', icon: Bell, onSelect: onAlert });
  if (props.canEdit)
    items.push('separator', { label: 'Edit JSON', icon: Pencil, keys: 'e', onSelect: props.onEdit });
  return (
    <Menu
      label={`Menu of ${props.title || 'this panel'}`}
      placement="bottom-end"
      open={open}
      onOpenChange={setOpen}
      items={items}
      trigger={<IconButton icon={Ellipsis} label={`Menu of ${props.title || 'this panel'}`} size="sm" />}
    />
  );
}
