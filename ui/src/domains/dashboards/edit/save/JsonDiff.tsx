/** Two JSON texts, changes marked; only ever loaded with the view that shows it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { json } from '@codemirror/lang-json';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { appearance } from '../../../../sdk/editor/appearance';
import styles from './Save.module.css';

export function JsonDiff({ from, to }: { from: unknown; to: unknown }): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: JSON.stringify(to, null, 2),
        extensions: [
          lineNumbers(),
          json(),
          appearance,
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': 'Changes of the JSON', tabindex: '0' }),
          unifiedMergeView({
            original: JSON.stringify(from, null, 2),
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
            // Large models are compared roughly rather than for seconds.
            diffConfig: { scanLimit: 2000, timeout: 500 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [from, to]);
  return <div ref={host} className={styles.json} />;
}
