/** All rows and panels as a tree: a way to select and move them without geometry. */
import { useMemo, useState, type ReactNode } from 'react';
import { ArrowDown, ArrowUp, LayoutPanelTop, Rows3 } from 'lucide-react';
import { Button, Menu } from '../../../../design';
import { TreeView } from '../../../../design/components/TreeView';
import type { TreeNode } from '../../../../design/components/tree';
import { sectionsOf } from '../../model/layout';
import { useDraft } from '../draft/context';
import { typeName } from './places';
import type { AreaActions } from './useAreaActions';
import styles from './Pane.module.css';

export interface OutlineProps {
  ids: readonly number[];
  actions: AreaActions;
}

export function Outline({ ids, actions }: OutlineProps): ReactNode {
  const panels = useDraft(({ model }) => model.panels);
  const nodes = useMemo(
    () =>
      sectionsOf(panels).flatMap(({ row, panels: members }): TreeNode[] => {
        const inside = members.map(({ id, title, type }): TreeNode => ({
          id: String(id),
          name: title || `Panel ${id}`,
          icon: LayoutPanelTop,
          meta: typeName(type),
        }));
        if (!row) return inside;
        const name = row.title || 'Row';
        return [{ id: String(row.id), name, icon: Rows3, meta: inside.length, children: inside }];
      }),
    [panels],
  );
  const rows = useMemo(() => nodes.flatMap(({ id, children }) => (children ? [id] : [])), [nodes]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const expanded = useMemo(() => new Set(rows.filter((id) => !closed.has(id))), [rows, closed]);
  const selected = ids.length === 1 ? ids[0] : undefined;
  const isPanel = selected !== undefined && !rows.includes(String(selected));
  const none = selected === undefined;
  return (
    <div className={styles.outline}>
      <div className={styles.outlineBar}>
        <Button
          size="sm"
          icon={ArrowUp}
          disabled={none}
          onClick={() => !none && actions.moveInOrder(selected, -1)}
        >
          Move up
        </Button>
        <Button
          size="sm"
          icon={ArrowDown}
          disabled={none}
          onClick={() => !none && actions.moveInOrder(selected, 1)}
        >
          Move down
        </Button>
        <Menu
          label="Move to row"
          trigger={
            <Button size="sm" icon={Rows3} disabled={!isPanel}>
              To row
            </Button>
          }
          items={actions.rows().map(({ id, title }) => ({
            label: title,
            onSelect: () => isPanel && actions.moveToRow([selected], id),
          }))}
        />
      </div>
      <TreeView
        label="Outline"
        nodes={nodes}
        expanded={expanded}
        onExpandedChange={(open) => setClosed(new Set(rows.filter((id) => !open.has(id))))}
        selected={selected === undefined ? undefined : String(selected)}
        onSelect={(id) => actions.select([Number(id)])}
        onActivate={(id) => !rows.includes(id) && actions.editPanel(Number(id))}
        onItemKeyDown={(event, id) => {
          const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
          if (event.altKey && by) actions.moveInOrder(Number(id), by);
          else if (event.key === 'Delete') actions.remove([Number(id)]);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </div>
  );
}
