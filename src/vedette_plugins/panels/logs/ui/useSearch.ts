/** What is searched in the shown lines, and the lines where it is found. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LogLine } from './lines';
import { expressionOf, NO_SEARCH, rangesIn, type Range, type Search } from './search';
import { searchBeside } from './searchBeside';

export interface LineSearch {
  search: Search;
  setSearch: (search: Search) => void;
  /** Places by the key of their line; undefined while nothing is searched or nothing known yet. */
  found: ReadonlyMap<string, readonly Range[]> | undefined;
  problem?: string;
  isBusy: boolean;
}

const PAUSE_MS = 150;

interface Answer {
  search: Search;
  found?: ReadonlyMap<string, readonly Range[]>;
  problem?: string;
}

export function useSearch(
  lines: readonly LogLine[],
  textOf: (line: LogLine) => string,
): LineSearch {
  const [search, setSearch] = useState(NO_SEARCH);
  const plain = useMemo(() => {
    const expression = search.isRegex || !search.text ? undefined : expressionOf(search);
    if (!(expression instanceof RegExp)) return undefined;
    return byKey(lines, rangesIn(lines.map(textOf), expression));
  }, [search, lines, textOf]);
  const beside = useBeside(search, lines, textOf);

  if (!search.text) return { search, setSearch, found: undefined, isBusy: false };
  if (!search.isRegex) return { search, setSearch, found: plain, isBusy: false };
  const { found, problem } = beside ?? {};
  return {
    search,
    setSearch,
    found,
    isBusy: beside === undefined,
    ...(problem ? { problem } : {}),
  };
}

/**
 * The last answer for this search: while new lines are looked through that of the lines before
 * stands.
 */
function useBeside(
  search: Search,
  lines: readonly LogLine[],
  textOf: (line: LogLine) => string,
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const last = useRef<Search>(undefined);
  useEffect(() => {
    if (!search.isRegex || !search.text) return;
    const expression = expressionOf(search);
    if (typeof expression === 'string') {
      setAnswer({ search, problem: `Invalid regular expression: ${expression}` });
      return;
    }
    // What was typed may go on; lines that come in may not wait, or those after them are there
    // first.
    const pause = last.current === search ? 0 : PAUSE_MS;
    last.current = search;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      searchBeside(search, lines.map(textOf), stop.signal).then(
        (ranges) => setAnswer({ search, found: byKey(lines, ranges) }),
        (error: Error) => stop.signal.aborted || setAnswer({ search, problem: error.message }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort(new Error('A newer search started.'));
    };
  }, [search, lines, textOf]);
  return answer?.search === search ? answer : undefined;
}

function byKey(
  lines: readonly LogLine[],
  ranges: readonly (Range[] | undefined)[],
): Map<string, readonly Range[]> {
  const found = new Map<string, readonly Range[]>();
  lines.forEach(({ key }, index) => {
    const places = ranges[index];
    if (places) found.set(key, places);
  });
  return found;
}
