import {
  cloneElement,
  Suspense,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { Floating } from './overlays';
import type { Placement } from './placement';

export interface TriggerProps {
  ref?: Ref<HTMLElement>;
  id?: string;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
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
  /**
   * May be code still to come: it is shown once it is here, and receives what was typed on the trigger
   * meanwhile.
   */
  children: ReactNode | ((close: () => void, typed: string) => ReactNode);
}

export function Popover(props: PopoverProps): ReactNode {
  const [ownOpen, setOwnOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const open = props.open ?? ownOpen;
  const setOpen = (next: boolean) => {
    setTyped('');
    setOwnOpen(next);
    props.onOpenChange?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || document.getElementById(id)) return;
    const next = withKey(typed, event);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setTyped(next);
  };
  return (
    <>
      {cloneElement(props.trigger, {
        ref: anchor,
        onClick: () => setOpen(!open),
        onKeyDown,
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
            {typeof props.children === 'function'
              ? props.children(() => setOpen(false), typed)
              : props.children}
          </Floating>
        )}
      </Suspense>
    </>
  );
}

/**
 * The text after a key; undefined for keys that write nothing. Enter on a text must not press the
 * trigger again.
 */
function withKey(
  text: string,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return text.slice(0, -1);
  if (text !== '' && key === 'Enter') return text;
  return key.length === 1 && (text !== '' || key !== ' ') ? text + key : undefined;
}
