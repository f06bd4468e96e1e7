/** Whether an element is on screen or close to it. */
import { useEffect, useState, type RefObject } from 'react';

/** Panels this far below the fold are fetched before they are reached. */
const MARGIN = '400px 0px';

type Listener = (isNear: boolean) => void;
const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | undefined;

function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  return observer;
}

export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    listeners.set(target, setIsNear);
    sharedObserver().observe(target);
    return () => {
      sharedObserver().unobserve(target);
      listeners.delete(target);
    };
  }, [element]);
  return isNear;
}

/** Pixels between an element and the middle of the window: 0 is what a person looks at. */
export function distanceFromView(element: Element | null): number {
  if (!element) return Infinity;
  const box = element.getBoundingClientRect();
  if (box.bottom < 0) return -box.bottom + window.innerHeight;
  return Math.max(0, box.top);
}
