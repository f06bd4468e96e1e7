/** One layer for the page: shows the `data-tip` text of whatever is hovered or focused. */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { placeBeside } from './placement';
import styles from './Tooltip.module.css';

const SHOW_MS = 350;
const HIDE_MS = 120;

interface Tip {
  anchor: HTMLElement;
  text: string;
}

export function TooltipLayer(): ReactNode {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (next: Tip | null, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTip(next), delay);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      if (box.current?.contains(event.target)) {
        clearTimeout(timer);
        return;
      }
      const anchor = event.target.closest<HTMLElement>('[data-tip]');
      plan(anchor && tipOf(anchor), anchor ? SHOW_MS : HIDE_MS);
    };
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && event.target.matches('[data-tip]:focus-visible')) {
        plan(tipOf(event.target), SHOW_MS);
      }
    };
    const hide = () => plan(null, 0);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') hide();
    };
    const hovered = [...document.querySelectorAll<HTMLElement>('[data-tip]:hover')].at(-1);
    if (hovered) plan(tipOf(hovered), SHOW_MS);
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!tip || !element) return;
    element.showPopover?.();
    placeBeside(element, tip.anchor, tip.anchor.closest('nav') ? 'right-start' : 'bottom-start');
  }, [tip]);

  if (!tip?.anchor.isConnected) return null;
  return (
    <div ref={box} popover="manual" role="tooltip" className={styles.tooltip}>
      {tip.text}
    </div>
  );
}

function tipOf(anchor: HTMLElement): Tip | null {
  const text = anchor.dataset.tip;
  // An open menu or pop-over says more than the tooltip of its button.
  return text && anchor.getAttribute('aria-expanded') !== 'true' ? { anchor, text } : null;
}
