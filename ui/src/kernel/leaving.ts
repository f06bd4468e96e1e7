/** Lets a page with unsaved changes ask before another page takes its place. */

type Guard = (go: () => void) => void;

let guard: Guard | undefined;

/** Every way to another page goes through `ask` until the returned function is called. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  const here = window.location.href;
  const onHistory = (event: PopStateEvent) => {
    const wanted = window.location.href;
    const state: unknown = event.state;
    let isFree = false;
    ask(() => {
      isFree = true;
      if (window.location.href !== wanted) history.replaceState(state, '', wanted);
    });
    if (isFree) return;
    // The browser has gone already: the entry that it left is put back, and the page never sees the move.
    event.stopImmediatePropagation();
    history.pushState(state, '', here);
  };
  window.addEventListener('popstate', onHistory, true);
  return () => {
    if (guard === ask) guard = undefined;
    window.removeEventListener('popstate', onHistory, true);
  };
}

/** Runs `go` at once, or when the page in the way lets it. */
export function leave(go: () => void): void {
  if (guard) guard(go);
  else go();
}
