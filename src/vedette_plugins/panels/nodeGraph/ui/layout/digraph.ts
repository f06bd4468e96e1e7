/** The graph a layout works on: nodes by number, without loops, double edges and circles. */
import type { LayoutEdge, LayoutNode } from './model';

export interface Digraph {
  size: number;
  /** Successors of each node. */
  out: number[][];
  /** Predecessors of each node. */
  into: number[][];
}

export function emptyDigraph(size: number): Digraph {
  return {
    size,
    out: Array.from({ length: size }, () => []),
    into: Array.from({ length: size }, () => []),
  };
}

export function connect(graph: Digraph, from: number, to: number): void {
  graph.out[from]?.push(to);
  graph.into[to]?.push(from);
}

/** Circles are opened by turning around the edges that lead back to where a walk came from. */
export function acyclic(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Digraph {
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  const seen = new Set<number>();
  const given = emptyDigraph(nodes.length);
  for (const { source, target } of edges) {
    const [from, to] = [places.get(source), places.get(target)];
    if (from === undefined || to === undefined || from === to || seen.has(from * nodes.length + to))
      continue;
    seen.add(from * nodes.length + to);
    connect(given, from, to);
  }
  const back = backEdges(given);
  const graph = emptyDigraph(nodes.length);
  given.out.forEach((targets, from) => {
    for (const to of targets) {
      const isBack = back.has(from * given.size + to);
      const key = to * given.size + from;
      if (!isBack) connect(graph, from, to);
      // An edge in each direction is one line of the layout.
      else if (!seen.has(key)) connect(graph, to, from);
    }
  });
  return graph;
}

/** Edges to a node that is still being walked, starting where nothing leads to. */
function backEdges({ size, out, into }: Digraph): Set<number> {
  const OPEN = 1;
  const DONE = 2;
  const state = new Uint8Array(size);
  const next = new Int32Array(size);
  const back = new Set<number>();
  const order = Array.from({ length: size }, (_, node) => node).sort(
    (a, b) => (into[a]?.length ?? 0) - (into[b]?.length ?? 0) || a - b,
  );
  for (const start of order) {
    if (state[start]) continue;
    const path = [start];
    state[start] = OPEN;
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const target = out[node]?.[next[node] ?? 0];
      next[node] = (next[node] ?? 0) + 1;
      if (target === undefined) {
        state[node] = DONE;
        path.pop();
      } else if (state[target] === OPEN) back.add(node * size + target);
      else if (!state[target]) {
        state[target] = OPEN;
        path.push(target);
      }
    }
  }
  return back;
}

/** Parts that no edge joins, each with its nodes in order; the largest first. */
export function components({ size, out, into }: Digraph): number[][] {
  const isSeen = new Uint8Array(size);
  const parts: number[][] = [];
  for (let start = 0; start < size; start++) {
    if (isSeen[start]) continue;
    const part = [start];
    isSeen[start] = 1;
    for (const node of part) {
      for (const other of [...(out[node] ?? []), ...(into[node] ?? [])]) {
        if (!isSeen[other]) {
          isSeen[other] = 1;
          part.push(other);
        }
      }
    }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}
