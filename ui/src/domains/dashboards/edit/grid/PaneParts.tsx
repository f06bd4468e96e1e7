/** Parts of the pane that are the same for one panel and for several. */
import { type ReactNode } from 'react';
import { Copy, CopyPlus, Rows3, Trash2 } from 'lucide-react';
import { Button, Menu } from '../../../../design';
import type { AreaActions } from './useAreaActions';
import styles from './Pane.module.css';

export function PanelButtons({
  ids,
  actions,
}: {
  ids: readonly number[];
  actions: AreaActions;
}): ReactNode {
  const [first] = ids;
  return (
    <section className={styles.buttons}>
      {ids.length === 1 && first !== undefined && (
        <>
          <Button onClick={() => actions.moveInOrder(first, -1)}>Move up</Button>
          <Button onClick={() => actions.moveInOrder(first, 1)}>Move down</Button>
        </>
      )}
      <Button icon={CopyPlus} onClick={() => actions.duplicate(ids)}>
        Duplicate
      </Button>
      {actions.copy && (
        <Button icon={Copy} onClick={() => actions.copy?.(ids)}>
          Copy
        </Button>
      )}
      <Menu
        label="Move to row"
        trigger={<Button icon={Rows3}>Move to row</Button>}
        items={actions.rows().map(({ id, title }) => ({
          label: title,
          onSelect: () => actions.moveToRow(ids, id),
        }))}
      />
      <Button icon={Rows3} onClick={() => actions.groupIntoRow(ids)}>
        Group into new row
      </Button>
      <Button icon={Trash2} variant="ghost" onClick={() => actions.remove(ids)}>
        Remove
      </Button>
    </section>
  );
}

export function Heading({ title, sub }: { title: string; sub: string }): ReactNode {
  return (
    <div className={styles.heading}>
      <h2>{title}</h2>
      <span>{sub}</span>
    </div>
  );
}
