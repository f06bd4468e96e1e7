/** A panel or row in the grid of edit mode, with its grip, selection and edges. */
import { memo, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react';
import { ChevronDown, GripVertical, Repeat2 } from 'lucide-react';
import type { LayoutItem } from '../../model/layout';
import { panelTypes } from '../../../../plugins/panelTypes';
import { PanelCard } from '../../parts/panel/PanelCard';
import type { Rect } from '../model/arrange/arrangement';
import type { Edge } from '../model/arrange/steps';
import { cellKey, nameOf, panelCount, titleOf } from './places';
import styles from './EditGrid.module.css';

export interface CellHandlers {
  onDrag: (event: PointerEvent, item: LayoutItem) => void;
  onEdge: (event: PointerEvent, item: LayoutItem, edge: Edge) => void;
  onFill: (item: LayoutItem, edge: Edge) => void;
  onSelect: (item: LayoutItem, isAdded: boolean) => void;
  onFocus: (item: LayoutItem) => void;
  onEdit: (item: LayoutItem) => void;
  onToggleRow: (key: string, collapsed: boolean) => void;
  onRename: (item: LayoutItem, title: string) => void;
  onRenaming: (item: LayoutItem | undefined) => void;
}

export interface CellProps extends CellHandlers {
  item: LayoutItem;
  /** Where it is during a move; its own place else. */
  place?: Rect;
  isSelected: boolean;
  /** The one cell that Tab reaches. */
  isStop: boolean;
  /** What is being moved is drawn above the others. */
  isLifted: boolean;
  isCopy: boolean;
  isRenaming: boolean;
}

const EDGES: readonly Edge[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];

/** Controls, and what a panel draws for the pointer, keep their own clicks. */
const CONTROLS = 'a, button, input, select, textarea, [role=menu], [contenteditable]';

export const Cell = memo(function Cell(props: CellProps): ReactNode {
  const { item, place = item, isSelected, isStop, isLifted, onDrag, onSelect, onFocus } = props;
  const isRow = item.kind === 'row';
  const isNarrow = panelTypes.get(item.panel.type)?.narrow;
  const classes = [
    styles.cell,
    isRow && styles.isRow,
    isNarrow === 'half' && item.w <= 8 && item.h <= 6 && styles.isSmall,
    isSelected && styles.selected,
    isLifted && styles.lifted,
  ];
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (target.closest('dialog, [popover]')) return;
    const isGrip = target.closest('[data-grip]') !== null;
    if (isGrip || (target.closest('header') && !target.closest(CONTROLS))) onDrag(event, item);
  };
  return (
    <div
      role="group"
      aria-label={nameOf({ ...item, ...rectOf(place) })}
      aria-roledescription={props.isCopy ? 'copy' : undefined}
      tabIndex={isStop ? 0 : -1}
      data-cell={cellKey(item)}
      data-grows={!isRow && isNarrow === 'grow' ? '' : undefined}
      className={classes.filter(Boolean).join(' ')}
      style={placeStyle(place)}
      onPointerDown={onPointerDown}
      onFocus={() => onFocus(item)}
      onClick={(event) => {
        const target = event.target as HTMLElement;
        if (target.closest(CONTROLS) || !event.currentTarget.contains(target)) return;
        onSelect(item, event.shiftKey || event.ctrlKey || event.metaKey);
      }}
      onDoubleClick={(event) => {
        const target = event.target as HTMLElement;
        if (!isRow && target.closest('header') && !target.closest(CONTROLS)) props.onEdit(item);
      }}
    >
      <input
        type="checkbox"
        className={styles.checkbox}
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select ${titleOf(item)}`}
        onChange={() => onSelect(item, true)}
      />
      <span className={styles.grip} data-grip aria-hidden>
        <GripVertical size={13} />
      </span>
      {isRow ? <RowLine {...props} /> : <PanelCard item={item} tabIndex={-1} />}
      {props.isCopy && <span className={styles.copy}>copy</span>}
      {!isRow &&
        EDGES.map((edge) => (
          <span
            key={edge}
            aria-hidden
            data-edge={edge}
            className={`${styles.edge} ${styles[edge]}`}
            onPointerDown={(event) => {
              event.stopPropagation();
              props.onEdge(event, item, edge);
            }}
            onDoubleClick={(event) => {
              event.stopPropagation();
              props.onFill(item, edge);
            }}
          />
        ))}
      {!isRow && isSelected && (
        <span className={styles.size} aria-hidden>
          {Math.round(place.w)} × {place.h}
        </span>
      )}
    </div>
  );
});

const rectOf = ({ x, y, w, h }: Rect): Rect => ({ x, y, w, h });

export function placeStyle({ x, y, w, h }: Rect): CSSProperties {
  return { '--x': x, '--y': y, '--w': w, '--h': h } as CSSProperties;
}

function RowLine({ item, isRenaming, onToggleRow, onRename, onRenaming }: CellProps): ReactNode {
  const title = item.panel.title || 'Row';
  const { repeat } = item.panel;
  const values = Object.values(item.scope).map(({ text }) => text);
  return (
    <div className={styles.row} data-row>
      <button
        type="button"
        className={styles.toggle}
        tabIndex={-1}
        aria-expanded={!item.collapsed}
        aria-label={`${title}, ${panelCount(item.count ?? 0)}`}
        onClick={() => onToggleRow(item.key, !item.collapsed)}
      >
        <ChevronDown size={14} aria-hidden />
      </button>
      {isRenaming ? (
        <TitleInput
          title={item.panel.title ?? ''}
          onDone={(next) => {
            if (next !== undefined) onRename(item, next);
            onRenaming(undefined);
          }}
        />
      ) : (
        <span
          className={styles.rowTitle}
          role="heading"
          aria-level={2}
          onDoubleClick={() => onRenaming(item)}
        >
          {title}
        </span>
      )}
      <span className={styles.count}>{panelCount(item.count ?? 0)}</span>
      {repeat && (
        <span className={styles.chip}>
          <Repeat2 size={12} aria-hidden />
          Repeats for {repeat}
          {values.length > 0 && `: ${values.join(', ')}`}
        </span>
      )}
      <span className={styles.line} />
    </div>
  );
}

function TitleInput({
  title,
  onDone,
}: {
  title: string;
  onDone: (title: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState(title);
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for it
      autoFocus
      className={styles.titleInput}
      aria-label="Row title"
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') onDone(text);
        if (event.key === 'Escape') onDone(undefined);
      }}
    />
  );
}
