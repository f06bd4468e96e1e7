/**
 * Spans as a tree, laid out in one pass: parents before their children, children in the order they
 * began.
 */
import type { Span } from './span';

export interface TraceTree {
  /** Spans from top to bottom, everything open. */
  spans: Span[];
  /** For each of them: how deep it stands, 0 for a root. */
  depth: Int32Array;
  /** Where its parent stands; -1 for a root. */
  parent: Int32Array;
  /** The position after its last descendant. */
  end: Int32Array;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  deepest: number;
  /** Names in the order they first appear. */
  services: string[];
  errors: number;
  /** Spans that name a parent which is not in the trace. */
  orphans: ReadonlySet<Span>;
}

/**
 * Linear in the number of spans, but for putting them in the order of their start. A span whose
 * parent is missing becomes a root; a circle of parents is cut at its earliest span; of two spans
 * with one id the first gets the children.
 */
export function traceTree(all: readonly Span[]): TraceTree {
  const ordered = [...all].sort(byStart);
  const { parentOf, first, next, orphans } = family(ordered);
  const layout = new Layout(ordered, first, next);
  ordered.forEach((_, index) => {
    if (parentOf[index] === NONE) layout.add(index);
  });
  // What is left hangs in circles: each is cut where it began.
  if (layout.spans.length < ordered.length) ordered.forEach((_, index) => layout.add(index));
  return { ...layout.finished(), orphans };
}

const NONE = -1;
const byStart = (a: Span, b: Span): number =>
  a.start - b.start || b.duration - a.duration || a.row - b.row;

/**
 * Who belongs to whom, by position: the first child of each span and the next sibling of each
 * child.
 */
function family(ordered: readonly Span[]) {
  const byId = new Map<string, number>();
  ordered.forEach(({ id }, index) => {
    if (id !== '' && !byId.has(id)) byId.set(id, index);
  });
  const [parentOf, first, next] = [0, 1, 2].map(() =>
    new Int32Array(ordered.length).fill(NONE),
  ) as [Int32Array, Int32Array, Int32Array];
  const orphans = new Set<Span>();
  for (let index = ordered.length - 1; index >= 0; index--) {
    const span = ordered[index];
    if (!span || span.parentId === '') continue;
    const parent = byId.get(span.parentId) ?? NONE;
    if (parent === NONE || parent === index) {
      orphans.add(span);
      continue;
    }
    parentOf[index] = parent;
    next[index] = first[parent] ?? NONE;
    first[parent] = index;
  }
  return { parentOf, first, next, orphans };
}

class Layout {
  readonly spans: Span[] = [];
  private readonly depth: Int32Array;
  private readonly parent: Int32Array;
  private readonly end: Int32Array;
  private readonly isPlaced: Uint8Array;

  constructor(
    private readonly ordered: readonly Span[],
    private readonly first: Int32Array,
    private readonly next: Int32Array,
  ) {
    this.depth = new Int32Array(ordered.length);
    this.parent = new Int32Array(ordered.length);
    this.end = new Int32Array(ordered.length);
    this.isPlaced = new Uint8Array(ordered.length);
  }

  /** A span and all below it; without recursion, since a trace may be 100,000 deep. */
  add(root: number): void {
    if (this.isPlaced[root]) return;
    const places: number[] = [];
    const waiting: number[] = [];
    this.place(root, NONE, places, waiting);
    while (places.length > 0) {
      const child = waiting.at(-1) ?? NONE;
      const at = places.at(-1) ?? 0;
      if (child === NONE) {
        this.end[at] = this.spans.length;
        places.pop();
        waiting.pop();
        continue;
      }
      waiting[waiting.length - 1] = this.next[child] ?? NONE;
      if (!this.isPlaced[child]) this.place(child, at, places, waiting);
    }
  }

  private place(index: number, parent: number, places: number[], waiting: number[]): void {
    const span = this.ordered[index];
    if (!span) return;
    const at = this.spans.push(span) - 1;
    this.isPlaced[index] = 1;
    this.parent[at] = parent;
    this.depth[at] = places.length;
    places.push(at);
    waiting.push(this.first[index] ?? NONE);
  }

  finished(): Omit<TraceTree, 'orphans'> {
    let [from, to, deepest, errors] = [Infinity, -Infinity, 0, 0];
    const services = new Set<string>();
    this.spans.forEach((span, at) => {
      from = Math.min(from, span.start);
      to = Math.max(to, span.start + span.duration);
      deepest = Math.max(deepest, (this.depth[at] ?? 0) + 1);
      if (span.isError) errors += 1;
      services.add(span.service);
    });
    if (from > to) [from, to] = [0, 0];
    const { spans, depth, parent, end } = this;
    return { spans, depth, parent, end, from, to, deepest, errors, services: [...services] };
  }
}

export function hasChildren(tree: TraceTree, at: number): boolean {
  return (tree.end[at] ?? 0) > at + 1;
}

/**
 * Positions that are shown: nothing below a collapsed span, and only `kept` spans where some are.
 */
export function visibleRows(
  tree: TraceTree,
  collapsed: ReadonlySet<string>,
  kept?: ReadonlySet<number>,
): number[] {
  const rows: number[] = [];
  const collapses = !kept && collapsed.size > 0;
  for (let at = 0; at < tree.spans.length;) {
    if (!kept || kept.has(at)) rows.push(at);
    const span = collapses ? tree.spans[at] : undefined;
    at = span && collapsed.has(keyOf(span)) ? (tree.end[at] ?? at + 1) : at + 1;
  }
  return rows;
}

/** Ids may be missing or repeat; rows are what they are. */
export function keyOf(span: Span): string {
  return `${span.row}`;
}

/** Matches with the spans that lead to them. */
export function withAncestors(tree: TraceTree, matches: readonly number[]): Set<number> {
  const kept = new Set<number>();
  for (const match of matches) {
    for (let at = match; at >= 0 && !kept.has(at); at = tree.parent[at] ?? -1) kept.add(at);
  }
  return kept;
}

/** Everything that can be collapsed, from this depth on. */
export function collapsedFrom(tree: TraceTree, depth: number): Set<string> {
  const keys = new Set<string>();
  tree.spans.forEach((span, at) => {
    if ((tree.depth[at] ?? 0) >= depth && hasChildren(tree, at)) keys.add(keyOf(span));
  });
  return keys;
}

/**
 * How many levels are open everywhere: the depth of the highest span that is collapsed, or the
 * deepest.
 */
export function openDepth(tree: TraceTree, collapsed: ReadonlySet<string>): number {
  let depth = tree.deepest;
  if (collapsed.size === 0) return depth;
  tree.spans.forEach((span, at) => {
    if (collapsed.has(keyOf(span))) depth = Math.min(depth, tree.depth[at] ?? 0);
  });
  return depth;
}
