/**
 * Counts the components that React renders, by name. React reports each commit to the hook of its
 * developer tools. Import this before React.
 */

interface Fiber {
  tag: number;
  flags: number;
  type: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

const PERFORMED_WORK = 1;
/** Function, forwardRef, memo and simple memo components. */
const COMPONENTS = new Set([0, 11, 14, 15]);

const counts = new Map<string, number>();

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => count(root.current),
  },
});

/** Subtrees that React left alone share their children with the previous tree. */
function count(fiber: Fiber): void {
  if (COMPONENTS.has(fiber.tag) && fiber.flags & PERFORMED_WORK) {
    const name = nameOf(fiber.type);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (fiber.alternate && fiber.alternate.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) count(child);
}

function nameOf(type: unknown): string {
  const { name, displayName, type: inner, render } = (type ?? {}) as Record<string, unknown>;
  if (inner ?? render) return nameOf(inner ?? render);
  return String(displayName || name || 'Anonymous');
}

export interface Renders {
  total: number;
  byName: Readonly<Record<string, number>>;
}

/** The renders since the last call. */
export function takeRenders(): Renders {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  counts.clear();
  return {
    total: sorted.reduce((sum, [, times]) => sum + times, 0),
    byName: Object.fromEntries(sorted),
  };
}
