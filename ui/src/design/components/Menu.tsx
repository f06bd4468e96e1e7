import { cloneElement, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { MenuItems } from './menuItems';
import { MenuBox } from './overlays';
import type { Placement } from './placement';
import type { TriggerProps } from './Popover';

export interface MenuProps {
  trigger: ReactElement<TriggerProps>;
  label: string;
  items: MenuItems;
  placement?: Placement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Menu(props: MenuProps): ReactNode {
  const [ownOpen, setOwnOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const open = props.open ?? ownOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    props.onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(props.trigger, {
        ref: anchor,
        onClick: () => setOpen(!open),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <MenuBox
          id={id}
          anchor={anchor}
          label={props.label}
          items={props.items}
          placement={props.placement}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
