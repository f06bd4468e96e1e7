/** What can be done with the selection on a phone: everything but dragging. */
import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, Pencil, X } from 'lucide-react';
import { Button, IconButton, Menu } from '../../../../design';
import { useDraftModel } from '../draft/context';
import { findPanel } from '../model/panels';
import { Outline } from './Outline';
import { PlaceFields } from './PlaceFields';
import { typeName } from './places';
import type { AreaActions } from './useAreaActions';
import styles from './Pane.module.css';

export interface PhoneSheetProps {
  ids: readonly number[];
  actions: AreaActions;
  isOutline: boolean;
  onClose: () => void;
}

export function PhoneSheet({ ids, actions, isOutline, onClose }: PhoneSheetProps): ReactNode {
  const model = useDraftModel();
  const [id] = ids;
  const panel = id === undefined || isOutline ? undefined : findPanel(model, id);
  const isRow = panel?.type === 'row';
  const name = panel?.title || (isRow ? 'Row' : `Panel ${id}`);
  const title = panel ? (ids.length > 1 ? `${ids.length} panels` : name) : 'Outline';
  return (
    <section className={styles.sheet} aria-label={title}>
      <div className={styles.sheetHead}>
        <h2>{title}</h2>
        {panel && <span>{isRow ? 'Row' : typeName(panel.type)}</span>}
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {!panel && <Outline ids={ids} actions={actions} />}
      {panel && id !== undefined && (
        <>
          {!isRow && ids.length === 1 && (
            <Button
              variant="primary"
              icon={Pencil}
              className={styles.wide}
              onClick={() => actions.editPanel(id)}
            >
              Edit panel
            </Button>
          )}
          {!isRow && (
            <PlaceFields ids={ids} valuesOf={actions.valuesOf} onlyWidths="Width on wide screens" />
          )}
          <div className={styles.sheetButtons}>
            <Button icon={ArrowUp} onClick={() => actions.moveInOrder(id, -1)}>
              Move up
            </Button>
            <Button icon={ArrowDown} onClick={() => actions.moveInOrder(id, 1)}>
              Move down
            </Button>
            <Button icon={CopyPlus} disabled={isRow} onClick={() => actions.duplicate(ids)}>
              Duplicate
            </Button>
            <Menu
              label="More"
              placement="top-end"
              trigger={<Button icon={Ellipsis}>More</Button>}
              items={[
                ...(isRow ? [] : [{ heading: 'Move to row' }]),
                ...(isRow
                  ? []
                  : actions.rows().map(({ id: row, title: label }) => ({
                      label,
                      onSelect: () => actions.moveToRow(ids, row),
                    }))),
                ...(isRow ? [] : (['separator'] as const)),
                { label: 'Remove', danger: true, onSelect: () => actions.remove(ids) },
              ]}
            />
          </div>
        </>
      )}
    </section>
  );
}
