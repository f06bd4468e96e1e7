/**
 * A box in the browser's top layer beside its anchor; menus, pop-overs and pickers are made of it.
 */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { placeBeside, type Placement } from './placement';
import styles from './Floating.module.css';

export interface FloatingProps {
  anchor: RefObject<HTMLElement | null>;
  /** `returnFocus` is false when the person moved on by pointer or Tab. */
  onClose: (returnFocus: boolean) => void;
  placement?: Placement;
  /** At least as wide as the anchor. */
  matchWidth?: boolean;
  role?: 'dialog' | 'menu' | 'presentation';
  id?: string;
  label?: string;
  className?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

export function Floating(props: FloatingProps): ReactNode {
  const {
    anchor,
    onClose,
    placement = 'bottom-start',
    matchWidth,
    role = 'dialog',
    id,
    label,
    className,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const element = box.current;
    const anchored = anchor.current;
    if (!element || !anchored) return;
    element.showPopover?.();
    const update = () => placeBeside(element, anchored, placement, matchWidth);
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(element);
    sizes.observe(anchored);
    window.addEventListener('resize', update);
    window.addEventListener('scroll', update, true);
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element).focus({
      preventScroll: true,
    });
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', update);
      window.removeEventListener('scroll', update, true);
      const active = document.activeElement;
      if (active === document.body || element.contains(active))
        anchored.focus({ preventScroll: true });
    };
  }, [anchor, placement, matchWidth]);

  useEffect(() => {
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !box.current?.contains(target) && !anchor.current?.contains(target);
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event.target)) close.current(false);
    };
    const onFocusIn = (event: FocusEvent) => {
      if (isOutside(event.target)) close.current(false);
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close.current(true);
      return;
    }
    props.onKeyDown?.(event);
  };

  return (
    <div
      ref={box}
      popover="manual"
      id={id}
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={`${styles.floating} ${className ?? ''}`}
      onKeyDown={onKeyDown}
    >
      {props.children}
    </div>
  );
}
