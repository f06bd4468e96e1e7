import type { ReactNode, Ref } from 'react';
import styles from './Table.module.css';

/** Width of the column of buttons that expand rows. */
export const EXPANDER_WIDTH = 36;

export function Expander({
  name,
  isExpanded,
  onToggle,
}: {
  /** What the row is called: the text of its first cell. */
  name: string;
  isExpanded: boolean;
  onToggle(): void;
}) {
  return (
    <div role="cell" className={styles.expanderCell}>
      <button
        type="button"
        className={styles.expander}
        aria-expanded={isExpanded}
        aria-label={`Rows of ${name || 'an empty value'}`}
        onClick={onToggle}
      >
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M4.5 3l3 3-3 3" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    </div>
  );
}

/** A row with the tables inside it, one below the other. */
export function NestedRow({
  ref,
  index,
  top,
  columns,
  row,
  children,
}: {
  ref: Ref<HTMLDivElement>;
  index: number;
  top: number;
  /** How many columns the tables span. */
  columns: number;
  row: ReactNode;
  /** The tables of an expanded row. */
  children: ReactNode;
}) {
  return (
    <div
      ref={ref}
      data-index={index}
      className={styles.group}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row}
      {children && (
        <div role="row">
          <div
            role="cell"
            aria-colspan={columns}
            className={styles.nested}
            style={{ paddingInlineStart: EXPANDER_WIDTH }}
          >
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
