/** Whether the window is as narrow as a phone: panels then stand below each other. */
import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 760px)';

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
