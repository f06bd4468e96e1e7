/** Live tail of a pane: new rows as they arrive, a bounded number of them. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Frame } from '../../../data';
import { notify } from '../../../kernel/events';
import { followQuery } from '../../../querying/live';
import { grown } from '../../../querying/liveBuffer';
import type { SourceInfo } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';

export const MOST_ROWS = 2_000;
/** New rows are shown this often at most. */
const FLUSH_MS = 200;

export type LiveState = 'off' | 'connecting' | 'running' | 'paused';

export interface PaneLive {
  state: LiveState;
  frames: readonly Frame[];
  /** Why it ended, where it did not end by a click. */
  problem?: string;
  start: (queries: readonly { source: SourceInfo; query: SourceQuery }[]) => void;
  pause: () => void;
  resume: () => void;
  stop: () => void;
}

export function useLive(): PaneLive {
  const [state, setState] = useState<LiveState>('off');
  const [frames, setFrames] = useState<readonly Frame[]>([]);
  const [problem, setProblem] = useState<string>();
  const rows = useRef<readonly Frame[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stops = useRef<(() => void)[]>([]);
  const isPaused = useRef(false);

  const flush = useCallback(() => {
    timer.current = undefined;
    if (!isPaused.current) setFrames(rows.current);
  }, []);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    stops.current.forEach((stop) => stop());
    stops.current = [];
    isPaused.current = false;
  }, []);
  useEffect(() => end, [end]);

  const start = useCallback<PaneLive['start']>(
    (queries) => {
      end();
      rows.current = [];
      setFrames([]);
      setProblem(undefined);
      setState('connecting');
      let open = queries.length;
      stops.current = queries.map(({ source, query }) =>
        followQuery({
          datasource: source.uid,
          query: () => ({ ...query, ...sinceLast(rows.current, query.refId) }),
          onFrames: (added) => {
            rows.current = grown(
              rows.current,
              added.map((frame) => ({ ...frame, refId: query.refId })),
              MOST_ROWS,
            );
            timer.current ??= setTimeout(flush, FLUSH_MS);
          },
          onState: (next) => setState((before) => (before === 'paused' ? before : next)),
          onNotice: (text) => void notify(text, 'warning'),
          onEnd: (reason) => {
            open -= 1;
            if (reason) setProblem(reason);
            if (open === 0) setState('off');
          },
        }),
      );
    },
    [end, flush],
  );
  const pause = useCallback(() => {
    isPaused.current = true;
    setState('paused');
  }, []);
  const resume = useCallback(() => {
    isPaused.current = false;
    setFrames(rows.current);
    setState('running');
  }, []);
  const stop = useCallback(() => {
    end();
    setFrames(rows.current);
    setState('off');
  }, [end]);

  return useMemo(
    () => ({ state, frames, ...(problem ? { problem } : {}), start, pause, resume, stop }),
    [state, frames, problem, start, pause, resume, stop],
  );
}

/** After an interruption it goes on one nanosecond past the last row. */
function sinceLast(
  frames: readonly Frame[],
  refId: string,
): { startNs?: string; timeRange?: { from: string; to: string } } {
  let last = 0n;
  for (const frame of frames) {
    const time =
      frame.refId === refId ? frame.fields.find(({ type }) => type === 'time') : undefined;
    time?.values.forEach((value, row) => {
      const at = BigInt(Math.round(Number(value))) * 1_000_000n + BigInt(time.nanos?.[row] ?? 0);
      if (at > last) last = at;
    });
  }
  if (last === 0n) return {};
  return {
    startNs: String(last + 1n),
    timeRange: { from: String(last / 1_000_000n), to: String(Date.now()) },
  };
}
