import type { KeyboardEvent, PointerEvent } from 'react';
import type { Frame } from '@vedette/sdk';
import type { Column } from './columns';
import { FilterMenu } from './FilterMenu';
import type { Sort } from './rows';
import styles from './Table.module.css';

interface Props {
  column: Column;
  frame: Frame;
  sorts: readonly Sort[];
  filter: ReadonlySet<string> | undefined;
  width: number;
  showsTypeIcon: boolean;
  onSort(keepOthers: boolean): void;
  onFilter(kept: ReadonlySet<string>): void;
  onResize(width: number): void;
}

const TYPE_MARKS: Record<Column['field']['type'], string> = {
  time: '◷',
  number: '#',
  string: 'Aa',
  boolean: '✓',
  enum: '≡',
  geo: '⌖',
  nestedFrames: '▤',
  other: '{}',
};
const NARROWEST = 36;
const KEY_STEP = 10;

export function HeaderCell(props: Props) {
  const { column, sorts, width, onSort, onResize } = props;
  const position = sorts.findIndex(({ index }) => index === column.index);
  const sort = sorts[position];
  return (
    <div
      role="columnheader"
      aria-sort={sort ? (sort.desc ? 'descending' : 'ascending') : 'none'}
      className={styles.headerCell}
      data-align={column.align}
    >
      {!column.hideHeader && (
        <button
          type="button"
          className={styles.sortButton}
          data-wrap={column.wrapHeader || undefined}
          title={column.field.config.description || column.name}
          onClick={(event) => onSort(event.shiftKey)}
        >
          {props.showsTypeIcon && <i aria-hidden="true">{TYPE_MARKS[column.field.type]}</i>}
          <span dir="auto">{column.name}</span>
          {sort && (
            <SortMark desc={sort.desc} order={sorts.length > 1 ? position + 1 : undefined} />
          )}
        </button>
      )}
      {column.filterable && !column.hideHeader && (
        <FilterMenu
          column={column}
          frame={props.frame}
          kept={props.filter}
          onChange={props.onFilter}
        />
      )}
      <ColumnEdge name={column.name} width={width} onResize={onResize} />
    </div>
  );
}

function SortMark({ desc, order }: { desc: boolean; order: number | undefined }) {
  return (
    <span className={styles.sortMark} aria-hidden="true">
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={desc ? 'M2 3.5 5 6.5 8 3.5' : 'M2 6.5 5 3.5 8 6.5'} />
      </svg>
      {order}
    </span>
  );
}

/** The edge that widens a column: dragged, or moved with the arrow keys. */
function ColumnEdge({
  name,
  width,
  onResize,
}: {
  name: string;
  width: number;
  onResize(width: number): void;
}) {
  const drag = (down: PointerEvent<HTMLDivElement>) => {
    down.preventDefault();
    const edge = down.currentTarget;
    edge.setPointerCapture(down.pointerId);
    const move = (event: globalThis.PointerEvent) =>
      onResize(Math.max(NARROWEST, width + event.clientX - down.clientX));
    edge.addEventListener('pointermove', move);
    edge.addEventListener(
      'lostpointercapture',
      () => edge.removeEventListener('pointermove', move),
      { once: true },
    );
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? KEY_STEP : event.key === 'ArrowLeft' ? -KEY_STEP : 0;
    if (!step) return;
    event.preventDefault();
    onResize(Math.max(NARROWEST, width + step));
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={Math.round(width)}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
