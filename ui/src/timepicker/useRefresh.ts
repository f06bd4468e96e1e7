/**
 * Automatic refresh: a tick each interval while the page can be seen, and one at once when it comes
 * back late.
 */
import { useEffect, useRef } from 'react';
import { calculateInterval, parseDuration, type TimeRange } from '../data';

export function useAutoRefresh(
  interval: string,
  minimum: string,
  onTick: () => void,
  range?: TimeRange,
): void {
  const latest = useRef(onTick);
  latest.current = onTick;
  const period = refreshPeriod(interval, minimum, range);

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

/**
 * Milliseconds between refreshes, never below the server's minimum; 0 is off, `auto` is the time a
 * pixel stands for.
 */
export function refreshPeriod(
  interval: string,
  minimum: string,
  range?: Pick<TimeRange, 'from' | 'to'>,
): number {
  const isAuto = interval === 'auto' && range !== undefined;
  const wanted = isAuto
    ? calculateInterval(range, window.innerWidth).intervalMs
    : parseDuration(interval);
  if (!Number.isFinite(wanted) || wanted <= 0) return 0;
  const least = parseDuration(minimum);
  return Math.max(wanted, Number.isFinite(least) ? least : 0);
}
