import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { visibleNodes, type TreeNode } from './tree';
import styles from './TreeView.module.css';

export interface TreeViewProps {
  label: string;
  nodes: readonly TreeNode[];
  expanded: ReadonlySet<string>;
  onExpandedChange: (expanded: Set<string>) => void;
  selected?: string;
  onSelect: (id: string) => void;
  /** Enter and double-click. */
  onActivate?: (id: string) => void;
  /** Keys the tree does not use itself, such as Alt with arrows or Delete. */
  onItemKeyDown?: (event: KeyboardEvent, id: string) => void;
}

/** A list of things inside things. Arrow keys move, open and close. */
export function TreeView(props: TreeViewProps): ReactNode {
  const { label, nodes, expanded, onExpandedChange, selected, onSelect } = props;
  const tree = useRef<HTMLUListElement>(null);
  const shown = visibleNodes(nodes, expanded);
  const stop = shown.some(({ node }) => node.id === selected) ? selected : shown[0]?.node.id;

  const setExpanded = (id: string, open: boolean) => {
    const next = new Set(expanded);
    if (open) next.add(id);
    else next.delete(id);
    onExpandedChange(next);
  };
  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    onSelect(id);
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.node;
    const at = shown.findIndex(({ node }) => node.id === id);
    const row = shown[at];
    if (!row || id === undefined) return;
    if (event.altKey || event.ctrlKey || event.metaKey)
      return void props.onItemKeyDown?.(event, id);
    const hasChildren = (row.node.children?.length ?? 0) > 0;
    const isOpen = hasChildren && expanded.has(id);
    switch (event.key) {
      case 'ArrowDown':
        goTo(shown[at + 1]?.node.id);
        break;
      case 'ArrowUp':
        goTo(shown[at - 1]?.node.id);
        break;
      case 'ArrowRight':
        if (hasChildren && !isOpen) setExpanded(id, true);
        else if (isOpen) goTo(shown[at + 1]?.node.id);
        break;
      case 'ArrowLeft':
        if (isOpen) setExpanded(id, false);
        else goTo(row.parent);
        break;
      case 'Home':
        goTo(shown[0]?.node.id);
        break;
      case 'End':
        goTo(shown.at(-1)?.node.id);
        break;
      case 'Enter':
        props.onActivate?.(id);
        break;
      default:
        return void props.onItemKeyDown?.(event, id);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const branch = (level: readonly TreeNode[], depth: number): ReactNode =>
    level.map(({ id, name, icon, meta, children = [] }) => {
      const isOpen = expanded.has(id);
      return (
        <li key={id} role="none">
          <div
            role="treeitem"
            data-node={id}
            aria-level={depth}
            aria-expanded={children.length > 0 ? isOpen : undefined}
            aria-selected={id === selected}
            tabIndex={id === stop ? 0 : -1}
            className={styles.item}
            style={{ paddingInlineStart: 6 + (depth - 1) * 16 }}
            onClick={() => onSelect(id)}
            onDoubleClick={() => props.onActivate?.(id)}
          >
            {children.length > 0 ? (
              <span className={styles.chevron} onClick={() => setExpanded(id, !isOpen)}>
                <ChevronRight size={14} aria-hidden />
              </span>
            ) : (
              <span className={styles.space} />
            )}
            <Icon of={icon} />
            <span className={styles.name}>{name}</span>
            {meta && <span className={styles.meta}>{meta}</span>}
          </div>
          {isOpen && children.length > 0 && <ul role="none">{branch(children, depth + 1)}</ul>}
        </li>
      );
    });
  return (
    <ul ref={tree} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
      {branch(nodes, 1)}
    </ul>
  );
}

function Icon({ of: Shape }: { of: LucideIcon | undefined }): ReactNode {
  return Shape && <Shape size={14} aria-hidden />;
}
