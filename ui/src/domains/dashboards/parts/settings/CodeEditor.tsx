/** A JSON editor on CodeMirror; only ever loaded with the drawer that shows it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import styles from './Settings.module.css';

export interface CodeEditorProps {
  /** The text to begin with; later changes of it replace what was typed. */
  value: string;
  label: string;
  readOnly?: boolean;
  onChange?: (text: string) => void;
}

export function CodeEditor({ value, label, readOnly = false, onChange }: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;

  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          json(),
          syntaxHighlighting(highlights),
          theme,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorState.readOnly.of(readOnly),
          ...(readOnly ? [] : [lintGutter(), linter(jsonParseLinter())]),
          keymap.of([
            ...defaultKeymap,
            ...historyKeymap,
            ...searchKeymap,
            ...foldKeymap,
            ...lintKeymap,
            indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [value, label, readOnly]);

  return <div ref={host} className={styles.editor} />;
}

const highlights = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--x1)' },
  { tag: tags.string, color: 'var(--x2)' },
  { tag: tags.number, color: 'var(--x3)' },
  { tag: [tags.bool, tags.null], color: 'var(--x4)' },
  { tag: tags.punctuation, color: 'var(--fg-3)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--fg)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--fg-disabled)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-line) !important',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-panels': { backgroundColor: 'var(--bg-raised)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-panels input, .cm-panels button': {
    background: 'var(--bg-inset)',
    color: 'var(--fg)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--bg-raised)', border: '1px solid var(--line)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--bg-active)', border: '0', color: 'var(--fg-3)' },
});
