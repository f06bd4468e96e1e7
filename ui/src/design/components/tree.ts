import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';

export interface TreeNode {
  id: string;
  name: string;
  icon?: LucideIcon;
  /** At the end of the row. */
  meta?: ReactNode;
  children?: readonly TreeNode[];
}

/** The rows in the order shown, each with the id of its parent. */
export function visibleNodes(
  nodes: readonly TreeNode[],
  expanded: ReadonlySet<string>,
  parent?: string,
): { node: TreeNode; parent: string | undefined }[] {
  return nodes.flatMap((node) => [
    { node, parent },
    ...(expanded.has(node.id) ? visibleNodes(node.children ?? [], expanded, node.id) : []),
  ]);
}
