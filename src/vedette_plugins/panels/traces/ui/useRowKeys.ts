import type { KeyboardEvent } from 'react';
import { hasChildren, keyOf, type TraceTree } from './tree';

interface Props {
  tree: TraceTree;
  rows: readonly number[];
  current: number | undefined;
  collapsed: ReadonlySet<string>;
  onGo: (at: number) => void;
  onOpen: (key: string) => void;
  onCollapse: (key: string) => void;
}

/** Moves through the spans as through any tree: arrows, Home, End, and Enter for the details. */
export function useRowKeys({ tree, rows, current, collapsed, onGo, onOpen, onCollapse }: Props) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const index = current === undefined ? -1 : rows.indexOf(current);
    const span = current === undefined ? undefined : tree.spans[current];
    const go = (next: number | undefined) => next !== undefined && next >= 0 && onGo(next);
    const act: Record<string, () => void> = {
      ArrowDown: () => go(rows[index + 1]),
      ArrowUp: () => go(rows[index - 1]),
      Home: () => go(rows[0]),
      End: () => go(rows.at(-1)),
      ArrowRight: () => {
        if (!span || current === undefined || !hasChildren(tree, current)) return;
        if (collapsed.has(keyOf(span))) onCollapse(keyOf(span));
        else go(rows[index + 1]);
      },
      ArrowLeft: () => {
        if (!span || current === undefined) return;
        if (hasChildren(tree, current) && !collapsed.has(keyOf(span))) onCollapse(keyOf(span));
        else go(tree.parent[current]);
      },
      Enter: () => span && onOpen(keyOf(span)),
    };
    const action = act[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
