/** Runs jobs a few at a time; whenever one ends, the most urgent of the waiting ones is next. */

export interface Job<T> {
  /**
   * Smaller is more urgent; asked when a place is free, since the page may have scrolled meanwhile.
   */
  urgency: () => number;
  run: () => Promise<T>;
  signal: AbortSignal;
}

export interface JobQueue {
  add<T>(job: Job<T>): Promise<T>;
}

interface Waiting {
  urgency: () => number;
  start: () => void;
}

export function createQueue(limit: number): JobQueue {
  const waiting = new Set<Waiting>();
  let running = 0;

  function startNext(): void {
    while (running < limit && waiting.size > 0) {
      const next = mostUrgent(waiting);
      if (!next) return;
      waiting.delete(next);
      running += 1;
      next.start();
    }
  }

  return {
    add<T>({ urgency, run, signal }: Job<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const entry: Waiting = {
          urgency,
          start: () => {
            signal.removeEventListener('abort', leave);
            run()
              .then(resolve, reject)
              .finally(() => {
                running -= 1;
                startNext();
              });
          },
        };
        const leave = () => {
          waiting.delete(entry);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(entry);
        // Jobs added together are compared with each other before the first one starts.
        queueMicrotask(startNext);
      });
    },
  };
}

function mostUrgent(waiting: Iterable<Waiting>): Waiting | undefined {
  let best: Waiting | undefined;
  let least = Infinity;
  for (const entry of waiting) {
    const urgency = entry.urgency();
    if (!best || urgency < least) {
      best = entry;
      least = urgency;
    }
  }
  return best;
}
