/** A JSON editor on CodeMirror; only ever loaded with the drawer that shows it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { linter, lintGutter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { appearance } from './appearance';
import styles from './JsonEditor.module.css';

export interface JsonEditorProps {
  /** The text to begin with; later changes of it replace what was typed. */
  value: string;
  label: string;
  readOnly?: boolean;
  onChange?: (text: string) => void;
  /** What is wrong with the text, in place of its syntax alone. Keep it the same between renders. */
  check?: (text: string) => readonly Diagnostic[];
  /** Selected and brought into view whenever it is another object. */
  shown?: { from: number; to: number } | undefined;
}

export function JsonEditor({
  value,
  label,
  readOnly = false,
  onChange,
  check,
  shown,
}: JsonEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
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
          appearance,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorState.readOnly.of(readOnly),
          ...(readOnly
            ? []
            : [
                lintGutter(),
                linter(check ? ({ state }) => check(state.doc.toString()) : jsonParseLinter()),
              ]),
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
    editor.current = view;
    return () => {
      editor.current = null;
      view.destroy();
    };
  }, [value, label, readOnly, check]);

  useEffect(() => {
    const view = editor.current;
    if (!view || !shown) return;
    const end = view.state.doc.length;
    const [anchor, head] = [Math.min(shown.from, end), Math.min(shown.to, end)];
    view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    view.focus();
  }, [shown]);

  return <div ref={host} className={styles.editor} />;
}
