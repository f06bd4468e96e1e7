import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { ResolvedLink } from '../../data/frame';
import { ColorSwatch, type ColorSwatchProps } from './ColorSwatch';
import { LinkTo } from './DataLinks';
import styles from './TooltipBox.module.css';

const gap = 14;

export interface TooltipBoxProps {
  /** Where the pointer is, in pixels of the viewport. */
  x: number;
  y: number;
  /**
   * A pinned box takes the pointer, so that its links can be used; Escape or its button closes it.
   */
  pinned?: boolean;
  onClose?: () => void;
  maxWidth?: number | null;
  maxHeight?: number | null;
  children: ReactNode;
}

/** A box beside the pointer that turns to the other side before it would leave the window. */
export function TooltipBox({
  x,
  y,
  pinned = false,
  onClose,
  maxWidth,
  maxHeight,
  children,
}: TooltipBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useRef({ width: 0, height: 0 });
  const pointer = useRef({ x, y });

  useLayoutEffect(() => {
    pointer.current = { x, y };
    moveTo(box.current, pointer.current, size.current);
  }, [x, y]);

  // The browser reports the size after its own layout: reading it here would force one for each box
  // and move.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      size.current = { width: element.offsetWidth, height: element.offsetHeight };
      moveTo(element, pointer.current, size.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Its links come right after the chart for the keyboard, which then goes on where it was.
  useEffect(() => {
    if (!pinned) return;
    const [own, before] = [box.current, document.activeElement];
    own?.focus({ preventScroll: true });
    return () => {
      const isLeft =
        document.activeElement === document.body || own?.contains(document.activeElement);
      if (isLeft && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [pinned]);

  useEffect(() => {
    if (!pinned || !onClose) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeOutside);
    };
  }, [pinned, onClose]);

  const limits = { maxWidth: maxWidth || undefined, maxHeight: maxHeight || undefined };
  return createPortal(
    <div
      ref={box}
      role={pinned ? 'dialog' : 'presentation'}
      tabIndex={pinned ? -1 : undefined}
      aria-label={pinned ? 'Values' : undefined}
      className={`${styles.box} ${pinned ? styles.pinned : ''}`}
      style={limits}
    >
      {pinned && onClose && (
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          ×
        </button>
      )}
      {children}
    </div>,
    document.body,
  );
}

interface Size {
  width: number;
  height: number;
}

function moveTo(
  box: HTMLElement | null,
  { x, y }: { x: number; y: number },
  { width, height }: Size,
): void {
  if (!box) return;
  const left = x + gap + width > window.innerWidth ? Math.max(4, x - gap - width) : x + gap;
  const top = Math.max(4, Math.min(y + gap, window.innerHeight - height - 4));
  box.style.transform = `translate(${left}px, ${top}px)`;
}

export interface TooltipRow {
  key: string | number;
  color?: string;
  shape?: ColorSwatchProps['shape'];
  name: string;
  value: string;
  focused?: boolean;
}

export interface TooltipContentProps {
  title: ReactNode;
  rows: readonly TooltipRow[];
  links?: readonly ResolvedLink[];
  footer?: ReactNode;
}

/** The usual content: a heading, named values, and the links of a pinned point. */
export function TooltipContent({ title, rows, links, footer }: TooltipContentProps) {
  return (
    <>
      <div className={styles.title}>{title}</div>
      {rows.map((row) => (
        <div key={row.key} className={`${styles.row} ${row.focused ? styles.focused : ''}`}>
          {row.color ? <ColorSwatch color={row.color} shape={row.shape} /> : <span />}
          <span className={styles.name}>{row.name}</span>
          <span className={styles.value}>{row.value}</span>
        </div>
      ))}
      {footer}
      {links && links.length > 0 && (
        <div className={styles.links}>
          {links.map((link, i) => (
            <LinkTo key={i} link={link}>
              {link.title || link.href}
            </LinkTo>
          ))}
        </div>
      )}
    </>
  );
}
