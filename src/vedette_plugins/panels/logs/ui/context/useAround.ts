import { useCallback, useEffect, useRef, useState } from 'react';
import type { LogsHost } from '@vedette/sdk';
import type { LogLine } from '../lines';
import { joined, NOTHING_AROUND, type Around, type Direction } from './around';

export const STEP = 50;
/** One answer is never asked to be longer, one direction never grows longer. */
const MOST_ASKED = 800;
const MOST_KEPT = 2_000;

export type SideState = 'loading' | 'more' | 'end' | { problem: string };

export interface LinesAround {
  around: Around;
  states: Readonly<Record<Direction, SideState>>;
  more: (direction: Direction) => void;
}

/** Asks for lines on both sides at once, and for more where they are wanted. */
export function useAround(marked: LogLine, ask: NonNullable<LogsHost['context']>): LinesAround {
  const [around, setAround] = useState(NOTHING_AROUND);
  const [states, setStates] = useState<LinesAround['states']>({
    before: 'loading',
    after: 'loading',
  });
  const latest = useRef(around);
  const asking = useRef(ask);
  asking.current = ask;

  const more = useCallback(
    async (direction: Direction, isWanted: () => boolean = () => true) => {
      const say = (state: SideState) => setStates((all) => ({ ...all, [direction]: state }));
      say('loading');
      try {
        for (let limit = STEP; ; limit *= 2) {
          const side = latest.current[direction];
          const edge = (direction === 'before' ? side[0] : side.at(-1)) ?? marked;
          const frames = await asking.current(edge.frame, edge.row, direction, limit);
          if (!isWanted()) return;
          const { around: next, added } = joined(latest.current, marked, direction, frames);
          latest.current = next;
          setAround(next);
          const length = frames.reduce((sum, frame) => sum + frame.length, 0);
          const isFull = next[direction].length >= MOST_KEPT;
          // A full answer with nothing new in it: that many lines share one moment. A longer one
          // goes past it.
          if (added === 0 && length >= limit && limit < MOST_ASKED) continue;
          return say(length < limit || added === 0 || isFull ? 'end' : 'more');
        }
      } catch (error) {
        if (isWanted()) say({ problem: error instanceof Error ? error.message : String(error) });
      }
    },
    [marked],
  );
  useEffect(() => {
    let active = true;
    // One after the other: both answers go into the same lines.
    void (async () => {
      await more('before', () => active);
      if (active) await more('after', () => active);
    })();
    return () => {
      active = false;
    };
  }, [more]);
  return { around, states, more: (direction) => void more(direction) };
}
