/**
 * The editor of sources without one of their own: the query's text where it has one, else its JSON.
 */
import { useEffect, useState, type ReactNode } from 'react';
import type { QueryEditorProps, SourceQuery } from '../sdk/datasource';
import { CodeEditor } from '../sdk/editor/CodeEditor';
import styles from './JsonQueryEditor.module.css';

export function JsonQueryEditor({ query, source, onChange, onRun }: QueryEditorProps): ReactNode {
  const textKey = source.meta?.queryText;
  const label = `Query ${query.refId} of ${source.name}`;
  if (textKey) {
    const text = query[textKey];
    return (
      <CodeEditor
        label={label}
        value={typeof text === 'string' ? text : ''}
        placeholder={`Enter a query for ${source.name}`}
        onChange={(next) => onChange({ ...query, [textKey]: next })}
        onRun={onRun}
      />
    );
  }
  return <JsonText label={label} query={query} onChange={onChange} onRun={onRun} />;
}

type JsonTextProps = Pick<QueryEditorProps, 'query' | 'onChange' | 'onRun'> & { label: string };

function JsonText({ label, query, onChange, onRun }: JsonTextProps): ReactNode {
  const written = textOf(query);
  const [text, setText] = useState(written);
  const [error, setError] = useState('');
  // The query changed by another hand: the history, a link, the back button.
  useEffect(() => {
    setText((before) => (isSameContent(before, written) ? before : written));
    setError('');
  }, [written]);
  const change = (next: string) => {
    setText(next);
    const read = contentOf(next);
    setError(typeof read === 'string' ? read : '');
    if (typeof read !== 'string') onChange({ ...ownKeys(query), ...read });
  };
  return (
    <div>
      <CodeEditor label={label} value={text} onChange={change} onRun={onRun} />
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type OwnKeys = Pick<SourceQuery, 'refId' | 'hide'> & { datasource?: unknown };

function ownKeys({ refId, hide, datasource }: SourceQuery): OwnKeys {
  return {
    refId,
    ...(hide === undefined ? {} : { hide }),
    ...(datasource === undefined ? {} : { datasource }),
  };
}

function textOf(query: SourceQuery): string {
  const { refId: _refId, hide: _hide, datasource: _datasource, ...content } = query;
  return JSON.stringify(content, null, 2);
}

/** The object that a text holds, or what is wrong with the text. */
function contentOf(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject
      ? (value as Record<string, unknown>)
      : 'The query must be a JSON object: { … }.';
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function isSameContent(a: string, b: string): boolean {
  const [left, right] = [contentOf(a), contentOf(b)];
  return typeof left !== 'string' && JSON.stringify(left) === JSON.stringify(right);
}
