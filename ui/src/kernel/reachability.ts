/**
 * Whether the server answers at the moment; a failed request turns it off, the next answer turns it
 * on.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

export function setReachable(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

window.addEventListener('offline', () => setReachable(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}

/** Runs `onReturn` each time the server answers again. */
export function useReturn(onReturn: () => void): void {
  const isReachable = useReachable();
  const wasReachable = useRef(isReachable);
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    if (isReachable && !wasReachable.current) latest.current();
    wasReachable.current = isReachable;
  }, [isReachable]);
}
