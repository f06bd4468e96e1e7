import { useState, type ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../../../design/components/Button';
import { Menu, type MenuProps } from '../../../../design/components/Menu';

export interface PanelMenuProps {
  title: string;
  items: MenuProps['items'];
}

export function PanelMenu({ title, items }: PanelMenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  const label = `Menu of ${title || 'this panel'}`;
  return (
    <Menu
      label={label}
      placement="bottom-end"
      open={open}
      onOpenChange={setOpen}
      items={items}
      trigger={<IconButton icon={Ellipsis} label={label} size="sm" />}
    />
  );
}
