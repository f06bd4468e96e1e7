/**
 * Work for later, well after the page that was asked for: a browser that waits for an answer counts
 * as idle too.
 */
const LATER_MS = 5000;

/** The function it gives back calls the work off. */
export function whenIdle(run: () => void): () => void {
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(run) : run()),
    LATER_MS,
  );
  return () => clearTimeout(timer);
}
