import type { Extension } from '@codemirror/state';
import { lazy, Suspense, type ReactNode } from 'react';
import styles from './CodeEditor.module.css';

export interface CodeEditorProps {
  value: string;
  /** Name of the field, for those who do not see it. */
  label: string;
  onChange: (text: string) => void;
  /** Ctrl, Cmd or Shift + Enter. */
  onRun?: () => void;
  /** Language, completion, checks. Keep the array the same between renders: a new one sets the editor up anew. */
  extensions?: readonly Extension[];
  placeholder?: string;
  readOnly?: boolean;
  /** Marked in the text; positions are offsets of characters. */
  problem?: { from: number; to: number; message: string };
}

const Editor = lazy(() => import('./Editor'));

/** An editor for query languages. Its code is fetched when the first one is shown; typing works meanwhile. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { value, label, onChange, placeholder, readOnly } = props;
  const simple = (
    <textarea
      className={styles.simple}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      readOnly={readOnly}
      rows={1}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <Suspense fallback={simple}>
      <Editor {...props} />
    </Suspense>
  );
}
