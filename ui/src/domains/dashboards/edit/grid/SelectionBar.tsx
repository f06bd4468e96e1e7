/** What can be done with several selected panels, at the bottom of the page. */
import type { ReactNode } from 'react';
import { AlignStartVertical, Copy, CopyPlus, Move, Trash2, X } from 'lucide-react';
import { Button, IconButton, Kbd, Menu } from '../../../../design';
import type { AreaActions } from './useAreaActions';
import styles from './Pane.module.css';

export interface SelectionBarProps {
  ids: readonly number[];
  actions: AreaActions;
  onMove: () => void;
  onClear: () => void;
}

export function SelectionBar({ ids, actions, onMove, onClear }: SelectionBarProps): ReactNode {
  return (
    <div role="toolbar" aria-label="Selected panels" className={styles.bar}>
      <b>{ids.length} selected</b>
      <Menu
        label="Align"
        placement="top-start"
        trigger={
          <Button variant="ghost" icon={AlignStartVertical}>
            Align
          </Button>
        }
        items={[
          { label: 'Left', onSelect: () => actions.align(ids, 'left') },
          { label: 'Right', onSelect: () => actions.align(ids, 'right') },
          { label: 'Top', onSelect: () => actions.align(ids, 'top') },
          { label: 'Distribute over the width', onSelect: () => actions.align(ids, 'distribute') },
          { label: 'Same size as the first', onSelect: () => actions.align(ids, 'size') },
        ]}
      />
      {actions.copy && (
        <Button variant="ghost" icon={Copy} onClick={() => actions.copy?.(ids)}>
          Copy
        </Button>
      )}
      <Button variant="ghost" icon={CopyPlus} onClick={() => actions.duplicate(ids)}>
        Duplicate <Kbd keys="mod+d" />
      </Button>
      <Button variant="ghost" icon={Move} onClick={onMove}>
        Move <Kbd keys="m" />
      </Button>
      <Button variant="ghost" icon={Trash2} onClick={() => actions.remove(ids)}>
        Remove <Kbd keys="Delete" />
      </Button>
      <IconButton icon={X} label="Clear selection" onClick={onClear} />
    </div>
  );
}
