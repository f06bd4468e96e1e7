/** A relative time such as `3 s ago`, updated while it is visible. */
import { useSyncExternalStore, type ReactNode } from 'react';
import { formatTime } from '../../../data';
import { agoText } from '../model/times';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Now, to the second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

export interface AgoProps {
  /** As the server writes it. */
  time: string | undefined;
  /** IANA name. */
  timeZone: string;
  /** Leaves out "ago". */
  short?: boolean;
}

export function Ago({ time, timeZone, short }: AgoProps): ReactNode {
  const current = useNow();
  const at = time ? Date.parse(time) : NaN;
  if (!Number.isFinite(at)) return 'never';
  return (
    <time dateTime={time} data-tip={formatTime(at, 'full', timeZone)}>
      {agoText(Math.max(current, Date.now()) - at)}
      {!short && ' ago'}
    </time>
  );
}
