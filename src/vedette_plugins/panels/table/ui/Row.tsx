import type { CSSProperties, ReactNode, Ref } from 'react';
import { readableOn, type PanelHost, type Theme } from '@vedette/sdk';
import { Cell } from './cells/Cell';
import type { Column } from './columns';
import styles from './Table.module.css';

interface Props {
  ref: Ref<HTMLDivElement> | undefined;
  index: number;
  ariaIndex: number;
  /** Absent in a row that holds tables, which is placed as a whole. */
  top: number | undefined;
  height: number;
  /** Rows grow with their text. */
  wraps: boolean;
  template: string;
  widths: readonly number[];
  columns: readonly Column[];
  /** A cell before those of the columns. */
  lead?: ReactNode;
  row: number;
  background: string | undefined;
  theme: Theme;
  onInspect(column: Column): void;
  onFilter: PanelHost<object>['addFilter'];
}

export function Row(props: Props) {
  const { index, ariaIndex, top, height, wraps, template, widths, columns, row, background } =
    props;
  const style: CSSProperties = {
    gridTemplateColumns: template,
    ...(top === undefined ? {} : { transform: `translateY(${top}px)` }),
    [wraps ? 'minHeight' : 'height']: height,
    ...(background ? { background, color: readableOn(background) } : {}),
  };
  return (
    <div
      ref={props.ref}
      role="row"
      data-index={index}
      aria-rowindex={ariaIndex}
      className={`${styles.row} ${styles.bodyRow}`}
      data-colored={background ? true : undefined}
      style={style}
    >
      {props.lead}
      {columns.map((column, at) => (
        <Cell
          key={column.index}
          column={column}
          row={row}
          width={widths[at] ?? 0}
          height={height}
          onColor={background !== undefined}
          theme={props.theme}
          onInspect={() => props.onInspect(column)}
          onFilter={props.onFilter}
        />
      ))}
    </div>
  );
}
