/**
 * Nodes within their layers, so that few edges cross: the barycentre heuristic of Sugiyama, Tagawa
 * and Toda (1981).
 */
import { connect, emptyDigraph, type Digraph } from './digraph';

export interface Ordered {
  /**
   * Nodes of each layer from top to bottom; numbers from `size` on are bends of edges that pass a
   * layer.
   */
  layers: number[][];
  graph: Digraph;
}

const MOST_BENDS = 12_000;
/** Steps over an edge, over all sweeps: bounds the time, and does not depend on the machine. */
const BUDGET = 1_200_000;
const MOST_SWEEPS = 24;

export function orderedLayers(given: Digraph, layerOf: readonly number[]): Ordered {
  const { graph, layers } = withBends(given, layerOf);
  let edges = 0;
  for (const targets of graph.out) edges += targets.length;
  const sweeps = Math.min(MOST_SWEEPS, Math.max(2, Math.floor(BUDGET / Math.max(1, edges * 8))));
  const position = new Float64Array(graph.size);
  const settle = (layer: readonly number[]) =>
    layer.forEach((node, place) => (position[node] = place));
  layers.forEach(settle);

  let best = layers.map((layer) => [...layer]);
  let fewest = crossings(layers, graph, position);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const isDown = sweep % 2 === 0;
    const order = isDown ? layers.slice(1) : layers.slice(0, -1).reverse();
    for (const layer of order) {
      sortByBarycentre(layer, isDown ? graph.into : graph.out, position);
      settle(layer);
    }
    const crossed = crossings(layers, graph, position);
    if (crossed < fewest) {
      fewest = crossed;
      best = layers.map((layer) => [...layer]);
    }
  }
  return { layers: best, graph };
}

/** Long edges get a bend in each layer they pass, unless those would be too many. */
function withBends(given: Digraph, layerOf: readonly number[]): Ordered {
  const deepest = Math.max(0, ...layerOf);
  const layers: number[][] = Array.from({ length: deepest + 1 }, () => []);
  layerOf.forEach((layer, node) => layers[layer]?.push(node));
  let bends = 0;
  const spanOf = (from: number, to: number) => (layerOf[to] ?? 0) - (layerOf[from] ?? 0);
  given.out.forEach((targets, from) => targets.forEach((to) => (bends += spanOf(from, to) - 1)));
  if (bends === 0 || bends > MOST_BENDS) return { layers, graph: given };
  const graph = emptyDigraph(given.size + bends);
  let bend = given.size;
  given.out.forEach((targets, from) => {
    for (const to of targets) {
      let last = from;
      for (let layer = (layerOf[from] ?? 0) + 1; layer < (layerOf[to] ?? 0); layer++) {
        connect(graph, last, bend);
        layers[layer]?.push(bend);
        last = bend++;
      }
      connect(graph, last, to);
    }
  });
  return { layers, graph };
}

function sortByBarycentre(
  layer: number[],
  neighbours: readonly number[][],
  position: Float64Array,
): void {
  const weight = new Map<number, number>();
  for (const node of layer) {
    const near = neighbours[node] ?? [];
    let sum = 0;
    for (const other of near) sum += position[other] ?? 0;
    weight.set(node, near.length > 0 ? sum / near.length : (position[node] ?? 0));
  }
  layer.sort(
    (a, b) =>
      (weight.get(a) ?? 0) - (weight.get(b) ?? 0) || (position[a] ?? 0) - (position[b] ?? 0),
  );
}

/**
 * Pairs of edges between neighbouring layers that cross, counted with a Fenwick tree (Barth, Jünger
 * and Mutzel, 2002).
 */
export function crossings(
  layers: readonly number[][],
  graph: Digraph,
  position: Float64Array,
): number {
  let total = 0;
  for (let index = 1; index < layers.length; index++) {
    const upper = layers[index - 1] ?? [];
    const lower = new Set(layers[index]);
    const tree = new Int32Array((layers[index]?.length ?? 0) + 1);
    let counted = 0;
    for (const node of upper) {
      const ends = (graph.out[node] ?? [])
        .filter((end) => lower.has(end))
        .map((end) => position[end] ?? 0);
      for (const end of ends) {
        let before = 0;
        for (let at = end + 1; at > 0; at -= at & -at) before += tree[at] ?? 0;
        total += counted - before;
      }
      for (const end of ends) {
        for (let at = end + 1; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
        counted += 1;
      }
    }
  }
  return total;
}
