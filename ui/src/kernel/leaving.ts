/** Lets a page with unsaved changes ask before another page takes its place. */

type Ask = (go: () => void) => void;

let guard: { ask: Ask; here: string } | undefined;

/** Every way to another page goes through `ask` until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
  const own = { ask, here: window.location.href };
  guard = own;
  return () => {
    if (guard === own) guard = undefined;
  };
}

/** Runs `go` at once, or when the page in the way lets it. */
export function leave(go: () => void): void {
  if (guard) guard.ask(go);
  else go();
}

/**
 * Watches the back and forward buttons. To be called before the router listens, which would show
 * the other page.
 */
export function watchHistory(): void {
  window.addEventListener('popstate', onHistory, true);
}

function onHistory(event: PopStateEvent): void {
  if (!guard) return;
  const { ask, here } = guard;
  const wanted = window.location.href;
  const state: unknown = event.state;
  let isFree = false;
  ask(() => {
    isFree = true;
    if (window.location.href !== wanted) history.replaceState(state, '', wanted);
  });
  if (isFree) return;
  // The browser has gone already: the entry that it left is put back, and the router never sees the
  // move.
  event.stopImmediatePropagation();
  history.pushState(state, '', here);
}
