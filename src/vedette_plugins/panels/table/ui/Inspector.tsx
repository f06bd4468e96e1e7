import { useEffect, useRef, useState } from 'react';
import type { Column } from './columns';
import styles from './Inspector.module.css';
import { cellText } from './rows';

interface Props {
  column: Column;
  row: number;
  onClose(): void;
}

/** The whole value of one cell: structured values laid out, text wrapped. */
export function Inspector({ column, row, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [copied, setCopied] = useState(false);
  const text = inspectedText(column.field.values[row]) ?? cellText(column.field, row);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={column.name}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <header>
        <h2 dir="auto">{column.name}</h2>
        <button type="button" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" onClick={onClose} autoFocus>
          Close
        </button>
      </header>
      <pre dir="auto">{text}</pre>
    </dialog>
  );
}

/** `undefined` for plain values: those are shown as their cell shows them. */
export function inspectedText(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value, null, 2);
  if (typeof value !== 'string') return undefined;
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
