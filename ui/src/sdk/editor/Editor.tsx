/** A query editor on CodeMirror: the language, its completion and its checks come as extensions. */
import { useEffect, useRef, type ReactNode } from 'react';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { forceLinting, linter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, Prec, StateEffect } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  keymap,
  placeholder as placeholderText,
} from '@codemirror/view';
import { appearance } from './appearance';
import type { CodeEditorProps } from './props';
import styles from './CodeEditor.module.css';

const problemChanged = StateEffect.define<null>();

export function Editor(props: CodeEditorProps): ReactNode {
  const { value, extensions, label, placeholder = '', readOnly = false, problem } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const language = useRef(new Compartment());
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const run = () => {
      latest.current.onRun?.();
      return true;
    };
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          Prec.highest(
            keymap.of([
              { key: 'Mod-Enter', run },
              { key: 'Shift-Enter', run },
            ]),
          ),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          appearance,
          linter((checked) => marksOf(latest.current.problem, checked.state.doc.length), {
            needsRefresh: ({ transactions }) =>
              transactions.some(({ effects }) =>
                effects.some((effect) => effect.is(problemChanged)),
              ),
          }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorState.readOnly.of(readOnly),
          placeholderText(placeholder),
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...lintKeymap,
          ]),
          language.current.of(latest.current.extensions ?? []),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label, placeholder, readOnly]);

  useEffect(() => {
    const editor = view.current;
    const current = editor?.state.doc.toString();
    if (editor && current !== value)
      editor.dispatch({ changes: { from: 0, to: current?.length ?? 0, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(extensions ?? []) });
  }, [extensions]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch({ effects: problemChanged.of(null) });
    forceLinting(editor);
  }, [problem]);

  return <div ref={host} className={styles.editor} />;
}

function marksOf(problem: CodeEditorProps['problem'], end: number): Diagnostic[] {
  if (!problem) return [];
  const { from, to, message } = problem;
  return [{ from: Math.min(from, end), to: Math.min(to, end), severity: 'error', message }];
}
