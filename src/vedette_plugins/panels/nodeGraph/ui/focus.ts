/** What stands out: the neighbourhood of what one points at, or what a search found. */
import type { GraphEdge, GraphNode } from './graph';

export interface Focus {
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}

export function focusOf(
  edges: readonly GraphEdge[],
  hovered: string | undefined,
  found: ReadonlySet<string> | undefined,
): Focus | undefined {
  if (hovered === undefined) return found && { nodes: found, edges: new Set() };
  const nodes = new Set<string>();
  const near = new Set<string>();
  for (const { id, source, target } of edges) {
    if (id !== hovered && source !== hovered && target !== hovered) continue;
    near.add(id);
    nodes.add(source).add(target);
  }
  if (!edges.some(({ id }) => id === hovered)) nodes.add(hovered);
  return { nodes, edges: near };
}

/** Ids of the nodes that have the text in what they show; undefined while nothing is searched. */
export function matchingNodes(
  nodes: readonly GraphNode[],
  search: string,
): ReadonlySet<string> | undefined {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return undefined;
  const matches = nodes.filter(({ id, title, subtitle, details }) =>
    [id, title, subtitle, ...details.map(([, value]) => value)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  return new Set(matches.map(({ id }) => id));
}
