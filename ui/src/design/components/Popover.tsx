import { cloneElement, Suspense, useId, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { Floating } from './overlays';
import type { Placement } from './placement';

export interface TriggerProps {
  ref?: Ref<HTMLElement>;
  id?: string;
  onClick?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
}

export interface PopoverProps {
  /** A button; it gets the click handler and the ARIA state. */
  trigger: ReactElement<TriggerProps>;
  label: string;
  placement?: Placement;
  matchWidth?: boolean;
  className?: string;
  /** Give both to control it from outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** May be code still to come: it is shown once it is here. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover(props: PopoverProps): ReactNode {
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
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      <Suspense>
        {open && (
          <Floating
            id={id}
            anchor={anchor}
            label={props.label}
            placement={props.placement}
            matchWidth={props.matchWidth}
            className={props.className}
            onClose={() => setOpen(false)}
          >
            {typeof props.children === 'function' ? props.children(() => setOpen(false)) : props.children}
          </Floating>
        )}
      </Suspense>
    </>
  );
}
