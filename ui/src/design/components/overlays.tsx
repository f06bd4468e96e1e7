/**
 * Boxes over the page. Their code comes with the first thing a person does on it, mostly before it
 * is asked for.
 */
import { useEffect, useState, type ReactNode } from 'react';
import { deferred } from './deferred';

const loadMenu = () => import('./MenuBox').then((m) => m.MenuBox);
const loadFloating = () => import('./Floating').then((m) => m.Floating);

export const MenuBox = deferred(loadMenu);
export const Floating = deferred(loadFloating);
const Layer = deferred(() => import('./TooltipLayer').then((m) => m.TooltipLayer));

const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/** Tooltips of the whole page, from the first move of a pointer or a key on. */
export function TooltipLayer(): ReactNode {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const begin = () => {
      setUsed(true);
      loadMenu().catch(() => {});
    };
    for (const sign of SIGNS) document.addEventListener(sign, begin, { once: true, passive: true });
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, begin);
    };
  }, [isUsed]);
  return isUsed && <Layer />;
}
