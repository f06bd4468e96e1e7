import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import styles from './builder.module.css';

export interface InlineFieldProps {
  label: string;
  /** Room for a part of a query. */
  isWide?: boolean;
  /** One input, select or switch. */
  children: ReactElement<{ id?: string }>;
}

/** A short label before its control, for the options below a query. */
export function InlineField({ label, isWide, children }: InlineFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.inline} data-wide={isWide || undefined}>
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, { id })}
    </div>
  );
}

/** The row such fields stand in. */
export function InlineFields({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.inlineFields}>{children}</div>;
}
