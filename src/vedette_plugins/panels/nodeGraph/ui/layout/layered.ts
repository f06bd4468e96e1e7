/** Layers from left to right, in the direction of the edges. */
import { acyclic, components, type Digraph } from './digraph';
import { CELL_HEIGHT, CELL_WIDTH, gridLayout } from './grid';
import type { Layout, LayoutEdge, LayoutNode, Point } from './model';
import { layersOf } from './layers';
import { orderedLayers } from './ordering';
import { heightsOf } from './placement';

const LAYER_WIDTH = 230;
const USUAL_RADIUS = 40;

/**
 * Parts that are not joined stand below each other; nodes without any edge in a grid below them
 * all.
 */
export function layeredLayout(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
  const whole = acyclic(nodes, edges);
  const points = new Map<string, Point>();
  const alone: LayoutNode[] = [];
  let width = 0;
  let top = 0;
  const put = (part: Map<string, Point>, size: { width: number; height: number }) => {
    for (const [id, { x, y }] of part) points.set(id, { x, y: y + top });
    width = Math.max(width, size.width);
    top += size.height;
  };
  for (const part of components(whole)) {
    const members = part.flatMap((node) => nodes[node] ?? []);
    if (members.length === 1) {
      alone.push(...members);
      continue;
    }
    const placed = placedPart(subgraph(whole, part), members);
    put(placed.points, placed);
  }
  if (alone.length > 0) {
    const rest = gridLayout(alone);
    put(rest.points, rest);
  }
  return { kind: 'layered', points, width, height: top };
}

function placedPart(graph: Digraph, members: readonly LayoutNode[]) {
  const layerOf = layersOf(graph);
  const extra = (node: number) => 2 * Math.max(0, (members[node]?.radius ?? 0) - USUAL_RADIUS);
  const y = heightsOf(
    orderedLayers(graph, layerOf),
    graph.size,
    (node) => CELL_HEIGHT + extra(node),
  );
  let [least, most] = [Infinity, -Infinity];
  for (let node = 0; node < graph.size; node++) {
    least = Math.min(least, (y[node] ?? 0) - extra(node) / 2);
    most = Math.max(most, (y[node] ?? 0) + extra(node) / 2);
  }
  const points = new Map<string, Point>();
  members.forEach(({ id }, node) => {
    points.set(id, {
      x: (layerOf[node] ?? 0) * LAYER_WIDTH + CELL_WIDTH / 2,
      y: (y[node] ?? 0) - least + CELL_HEIGHT / 2,
    });
  });
  return {
    points,
    width: Math.max(...layerOf) * LAYER_WIDTH + CELL_WIDTH,
    height: most - least + CELL_HEIGHT,
  };
}

function subgraph(whole: Digraph, part: readonly number[]): Digraph {
  const places = new Map(part.map((node, index) => [node, index]));
  const renumbered = (lists: readonly number[][]) =>
    part.map((node) => (lists[node] ?? []).map((other) => places.get(other) ?? 0));
  return { size: part.length, out: renumbered(whole.out), into: renumbered(whole.into) };
}
