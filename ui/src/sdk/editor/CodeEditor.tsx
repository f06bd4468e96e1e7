import { lazy, Suspense, type ReactNode } from 'react';
import type { CodeEditorProps } from './props';
import styles from './CodeEditor.module.css';

const Editor = lazy(() => import('./Editor').then(({ Editor: editor }) => ({ default: editor })));

/**
 * An editor for query languages. Its code is fetched when the first one is shown; typing works
 * meanwhile.
 */
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
