import { useMemo, useState } from 'react';
import type { LogLine } from './lines';
import type { Matches } from './SearchBox';
import type { LineSearch } from './useSearch';

/** The lines to show, and the way from one match to the next. */
export function useMatches(
  all: readonly LogLine[],
  { found }: LineSearch,
  current: string | undefined,
  goTo: (key: string) => void,
): { lines: readonly LogLine[]; matches: Matches } {
  const [isOnly, setOnly] = useState(false);
  const matching = useMemo(
    () => (found ? all.filter(({ key }) => found.has(key)) : undefined),
    [all, found],
  );
  const place =
    matching && current !== undefined ? matching.findIndex(({ key }) => key === current) : -1;
  const step = (by: 1 | -1) => {
    if (!matching || matching.length === 0) return;
    const next = place >= 0 ? place + by : nextAfter(all, matching, current, by);
    const line = matching[(next + matching.length) % matching.length];
    if (line) goTo(line.key);
  };
  return {
    lines: isOnly && matching ? matching : all,
    matches: { count: matching?.length, place: place + 1, step, isOnly, setOnly },
  };
}

/** From a line that is no match, the nearest one in the direction; from none, the first or last. */
function nextAfter(
  all: readonly LogLine[],
  matching: readonly LogLine[],
  current: string | undefined,
  by: 1 | -1,
): number {
  const from = all.findIndex(({ key }) => key === current);
  if (from < 0) return by > 0 ? 0 : -1;
  const places = new Map(all.map(({ key }, index) => [key, index]));
  const after = matching.findIndex(({ key }) => (places.get(key) ?? 0) > from);
  if (by > 0) return after < 0 ? 0 : after;
  return (after < 0 ? matching.length : after) - 1;
}
