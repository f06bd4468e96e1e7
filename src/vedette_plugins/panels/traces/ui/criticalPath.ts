/**
 * What a trace had to wait for: shortening any part of the critical path would have shortened the
 * trace.
 */
import type { TraceTree } from './tree';

/** A part of a span, in milliseconds since the epoch. */
export interface Segment {
  from: number;
  to: number;
}

interface Visit {
  at: number;
  /** What lies after is decided already. */
  until: number;
  /** Bounds of the span, cut to those of its parents. */
  from: number;
  to: number;
  /** Children, the last to end at the end. */
  children: number[];
}

/**
 * Walks back from the end of the first root: at each moment the path is on the child that ended
 * last before it, or on the span itself where no child ran. The segments neither overlap nor leave
 * a gap, and add up to the root's duration. Spans that outlive their parent count only as far as
 * it.
 */
export function criticalPath(tree: TraceTree): Map<number, Segment[]> {
  const path = new Map<number, Segment[]>();
  const root = mainRoot(tree);
  if (root === undefined) return path;
  const open: Visit[] = [visit(tree, root, -Infinity, Infinity)];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = nextChild(tree, top);
    if (child === undefined) {
      add(path, top.at, top.from, top.until);
      open.pop();
      continue;
    }
    add(path, top.at, child.until, top.until);
    top.until = child.from;
    open.push(child);
  }
  for (const segments of path.values()) segments.reverse();
  return path;
}

/** The child that ended last among those that ended by `until`. */
function nextChild(tree: TraceTree, parent: Visit): Visit | undefined {
  for (let at = parent.children.pop(); at !== undefined; at = parent.children.pop()) {
    const child = tree.spans[at];
    if (!child) continue;
    const from = Math.max(child.start, parent.from);
    const to = Math.min(child.start + child.duration, parent.to);
    if (to > parent.until || from >= to) continue;
    return visit(tree, at, from, to);
  }
  return undefined;
}

function visit(tree: TraceTree, at: number, least: number, most: number): Visit {
  const span = tree.spans[at];
  const from = Math.max(span?.start ?? 0, least);
  const to = Math.min((span?.start ?? 0) + (span?.duration ?? 0), most);
  return { at, from, to, until: to, children: childrenOf(tree, at) };
}

function childrenOf(tree: TraceTree, at: number): number[] {
  const found: number[] = [];
  const end = tree.end[at] ?? at + 1;
  for (let child = at + 1; child < end; child = tree.end[child] ?? end) found.push(child);
  const endedAt = (one: number) => (tree.spans[one]?.start ?? 0) + (tree.spans[one]?.duration ?? 0);
  return found.sort(
    (a, b) => endedAt(a) - endedAt(b) || (tree.spans[a]?.start ?? 0) - (tree.spans[b]?.start ?? 0),
  );
}

function add(path: Map<number, Segment[]>, at: number, from: number, to: number): void {
  if (to <= from) return;
  const segments = path.get(at);
  if (segments) segments.push({ from, to });
  else path.set(at, [{ from, to }]);
}

/** The first span that names no parent; the first of all where every one lost its parent. */
export function mainRoot(tree: TraceTree): number | undefined {
  for (let at = 0; at < tree.spans.length; at = tree.end[at] ?? at + 1) {
    if (tree.spans[at]?.parentId === '') return at;
  }
  return tree.spans.length > 0 ? 0 : undefined;
}
