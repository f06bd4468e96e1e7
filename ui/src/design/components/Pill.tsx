import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './Pill.module.css';

export interface PillProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'type' | 'role' | 'color'
> {
  selected: boolean;
  /** A CSS colour of what the pill stands for. */
  color?: string;
  count?: number;
  /** What the count counts, for screen readers: "overrides". */
  countLabel?: string;
  /** A choice among several in a `radiogroup`, or on and off by itself. */
  role?: 'radio' | 'button';
}

/** A chip that can be selected. */
export function Pill(props: PillProps): ReactNode {
  const {
    selected,
    color,
    count,
    countLabel,
    role = 'button',
    className,
    children,
    ...rest
  } = props;
  const state =
    role === 'radio' ? { role, 'aria-checked': selected } : { 'aria-pressed': selected };
  return (
    <button
      {...rest}
      {...state}
      type="button"
      className={`${styles.pill} ${className ?? ''}`}
      data-selected={selected || undefined}
    >
      {color && <span className={styles.dot} style={{ background: color }} aria-hidden />}
      <span className={styles.text}>{children}</span>
      {count !== undefined && (
        <span className={styles.count}>
          {count}
          {countLabel && <span className="vd-sr"> {countLabel}</span>}
        </span>
      )}
    </button>
  );
}
