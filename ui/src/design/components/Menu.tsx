import { cloneElement, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { MenuBox } from './overlays';
import type { Placement } from './placement';
import type { TriggerProps } from './Popover';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  /** Shown dim after the label. */
  hint?: string;
  /** Keys of the shortcut that does the same, apart by spaces. */
  keys?: string;
  onSelect?: () => void;
  /** A path of the product, instead of `onSelect`. */
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Makes it a choice that is on or off. */
  checked?: boolean;
}

export type MenuItem = MenuAction | { heading: string } | 'separator';

export interface MenuProps {
  trigger: ReactElement<TriggerProps>;
  label: string;
  /** A function where the items are code still to come. */
  items: readonly MenuItem[] | (() => Promise<readonly MenuItem[]>);
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
