/** Lines that stand still while somebody reads them and new ones come in. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { LogLine } from './lines';

export interface HeldLines {
  lines: readonly LogLine[];
  /** How many came in since. */
  fresh: number;
  /** Told whether the newest line is in view; where it is not, lines stand still. */
  follow: (isThere: boolean) => void;
}

export function useHeld(latest: readonly LogLine[], isLive: boolean): HeldLines {
  const [held, setHeld] = useState<readonly LogLine[]>();
  const kept = isLive ? held : undefined;
  const newest = useRef(latest);
  newest.current = latest;
  const follow = useCallback(
    (isThere: boolean) => setHeld((before) => (isThere ? undefined : (before ?? newest.current))),
    [],
  );
  const fresh = useMemo(() => (kept ? freshLines(kept, latest) : 0), [kept, latest]);
  return { lines: kept ?? latest, fresh, follow };
}

export function freshLines(held: readonly LogLine[], latest: readonly LogLine[]): number {
  const known = new Set(held.map(({ key }) => key));
  return latest.reduce((count, { key }) => count + (known.has(key) ? 0 : 1), 0);
}
