/** The colour vision that previews are shown with; for this visit of the page only. */
import { useSyncExternalStore } from 'react';
import type { Vision } from './colorVision';

let current: Vision | undefined;
const listeners = new Set<() => void>();

export function setVision(vision: Vision | undefined): void {
  current = vision;
  for (const listener of listeners) listener();
}

export const useVision = (): Vision | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
