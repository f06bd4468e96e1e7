import { useState } from 'react';
import styles from './Traces.module.css';

interface Props {
  text: string;
  /** What is copied, as in "Copy span id". */
  label: string;
  /** Shows the text itself on the button. */
  isShown?: boolean;
}

export function CopyButton({ text, label, isShown }: Props) {
  const [isDone, setDone] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => setDone(false),
    );
  return (
    <button
      type="button"
      className={styles.copy}
      title={`Copy ${label}`}
      aria-label={isDone ? undefined : isShown ? `Copy ${label} ${text}` : `Copy ${label}`}
      onClick={copy}
      onBlur={() => setDone(false)}
    >
      {isDone ? 'Copied' : isShown ? <code>{text}</code> : `Copy ${label}`}
    </button>
  );
}
