/** Where the nodes of a graph stand. The same graph always gets the same picture. */
import { gridLayout } from './grid';
import { layeredLayout } from './layered';
import type { Layout, LayoutEdge, LayoutNode, Point } from './model';

export type { Layout, LayoutEdge, LayoutNode, Point };

/** Beyond these a layered picture takes too long and tells too little. */
export const MOST_NODES = 1000;
export const MOST_EDGES = 3000;

export function isTooLarge(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): boolean {
  return nodes.length > MOST_NODES || edges.length > MOST_EDGES;
}

export function graphLayout(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  wanted: Layout['kind'],
): Layout {
  if (wanted === 'grid' || isTooLarge(nodes, edges)) return gridLayout(nodes);
  return layeredLayout(nodes, edges);
}
