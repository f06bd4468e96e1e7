import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import styles from './Field.module.css';

interface ControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

export interface FieldProps {
  label: ReactNode;
  /** What the value does, in a sentence. */
  hint?: ReactNode;
  error?: string | null;
  /** Marks the field as one that may stay empty. */
  optional?: boolean;
  /** One input, select, switch or combobox. */
  children: ReactElement<ControlProps>;
}

/** A label, its control, and what is wrong with it. */
export function Field({ label, hint, error, optional, children }: FieldProps): ReactNode {
  const ownId = useId();
  const id = children.props.id ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}>optional</span>}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <div id={errorId} role="alert" className={styles.error}>
          {error}
        </div>
      )}
    </div>
  );
}

/** Fields below each other, with a title over them. */
export function FieldSet({
  legend,
  hint,
  children,
}: {
  legend: string;
  hint?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <fieldset className={styles.set}>
      <legend>{legend}</legend>
      {hint && <p className={styles.setHint}>{hint}</p>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

/** Stacks fields with the distance forms use. */
export function Fields({
  columns = 1,
  children,
}: {
  columns?: 1 | 2;
  children: ReactNode;
}): ReactNode {
  return <div className={`${styles.fields} ${columns === 2 ? styles.two : ''}`}>{children}</div>;
}
