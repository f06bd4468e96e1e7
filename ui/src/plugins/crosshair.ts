/** The line that follows the pointer in every panel of a page (`graphTooltip`). */
import type { Crosshair } from '../sdk/panel';

export function createCrosshair(mode: Crosshair['mode']): Crosshair {
  const listeners = new Set<(time: number | null, source: string) => void>();
  return {
    mode,
    publish(time, source) {
      if (mode === 0) return;
      for (const listener of listeners) listener(time, source);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
