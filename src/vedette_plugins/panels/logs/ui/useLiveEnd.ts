/** Whether the newest lines are in view, and how to get there. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Order } from './lines';

/** Nearer to the end than this counts as there. */
const NEAR_PX = 60;

export interface LiveEnd {
  isThere: boolean;
  onScroll: () => void;
  goThere: () => void;
}

/**
 * Stays at the newest line, which is at the top or at the bottom, until somebody scrolls away from
 * it.
 * `content` changes with the lines; `height` with what they take up.
 */
export function useLiveEnd(
  scroller: RefObject<HTMLDivElement | null>,
  order: Order,
  isLive: boolean,
  content: unknown,
  height: number,
): LiveEnd {
  const [isThere, setThere] = useState(true);
  const before = useRef(0);
  const isAtTop = order === 'Descending';

  const goThere = () => {
    setThere(true);
    const box = scroller.current;
    if (box) box.scrollTop = isAtTop ? 0 : box.scrollHeight;
  };
  const onScroll = () => {
    const box = scroller.current;
    if (!box || !isLive) return;
    const { scrollTop, scrollHeight, clientHeight } = box;
    const moved = scrollTop - before.current;
    before.current = scrollTop;
    const distance = isAtTop ? scrollTop : scrollHeight - clientHeight - scrollTop;
    // Rows that turn out higher than expected move the end away too: only a move against it is
    // somebody's.
    if (distance < NEAR_PX) setThere(true);
    else if (isAtTop ? moved > 0 : moved < 0) setThere(false);
  };
  useEffect(() => {
    if (isLive) goThere();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where the tail begins or turns around
  }, [isLive, order]);
  useLayoutEffect(() => {
    if (isLive && isThere) goThere();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when there is something new to show
  }, [content, height]);
  return { isThere, onScroll, goThere };
}
