import { useEffect, useState, type ReactNode } from 'react';
import type { Extension } from '@codemirror/state';
import { CodeEditor } from '../../../../../sdk/editor/CodeEditor';
import type { DefinitionOf, EditorProps } from './types';

type Props = EditorProps<string | undefined, DefinitionOf<'code'>>;

const languages: Record<string, () => Promise<Extension>> = {
  json: () => import('@codemirror/lang-json').then(({ json }) => json()),
  sql: () => import('@codemirror/lang-sql').then(({ sql }) => sql()),
};

/** CodeMirror, loaded when the first one is shown. */
export function CodeOptionEditor(props: Props): ReactNode {
  const { label, value = '', onChange, onDone, definition } = props;
  const [extensions, setExtensions] = useState<readonly Extension[]>();
  const language = definition.language?.toLowerCase() ?? '';
  useEffect(() => {
    let isCurrent = true;
    // The text can be edited without its language.
    languages[language]?.().then(
      (extension) => isCurrent && setExtensions([extension]),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return (
    <div onBlur={onDone}>
      <CodeEditor
        label={label}
        value={value}
        extensions={extensions}
        onChange={onChange}
        onRun={onDone}
      />
    </div>
  );
}
