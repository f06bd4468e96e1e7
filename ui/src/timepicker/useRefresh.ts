/** Automatic refresh: a tick each interval while the page can be seen, and one at once when it comes back late. */
import { useEffect, useRef } from 'react';
import { parseDuration } from '../data';

export function useAutoRefresh(interval: string, minimum: string, onTick: () => void): void {
  const latest = useRef(onTick);
  latest.current = onTick;
  const period = refreshPeriod(interval, minimum);

  useEffect(() => {
    if (!period) return;
    let due = Date.now() + period;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const tick = () => {
      due = Date.now() + period;
      latest.current();
      schedule();
    };
    const schedule = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(tick, Math.max(0, due - Date.now()));
    };
    schedule();
    document.addEventListener('visibilitychange', schedule);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', schedule);
    };
  }, [period]);
}

/** Milliseconds between refreshes, never below the server's minimum; 0 is off. */
export function refreshPeriod(interval: string, minimum: string): number {
  const wanted = parseDuration(interval);
  if (!Number.isFinite(wanted) || wanted <= 0) return 0;
  const least = parseDuration(minimum);
  return Math.max(wanted, Number.isFinite(least) ? least : 0);
}
