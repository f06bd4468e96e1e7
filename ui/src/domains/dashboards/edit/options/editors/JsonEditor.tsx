import { useId, useState, type ReactNode } from 'react';
import { TextArea } from '../../../../../design';
import styles from './editors.module.css';

export interface JsonEditorProps {
  id?: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onDone?: () => void;
  /** Why the value is shown as JSON. */
  reason?: string;
}

const written = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

function read(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: text.trim() === '' ? undefined : (JSON.parse(text) as unknown) };
  } catch {
    return { problem: 'Enter valid JSON. The last valid value stays in effect.' };
  }
}

/** Any stored value as it is. Text that is no JSON changes nothing. */
export function JsonEditor(props: JsonEditorProps): ReactNode {
  const { id, label, value, onChange, onDone, reason } = props;
  const [draft, setDraft] = useState<{ text: string; json: string }>();
  const hintId = useId();
  const json = written(value);
  const text = draft?.json === json ? draft.text : json;
  const { problem } = read(text);
  const change = (next: string) => {
    const parsed = read(next);
    setDraft({ text: next, json: parsed.problem ? json : written(parsed.value) });
    if (!parsed.problem) onChange(parsed.value);
  };
  return (
    <div className={styles.json}>
      <TextArea
        id={id}
        mono
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        aria-label={`${label}, JSON`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || reason ? hintId : undefined}
        value={text}
        onChange={change}
        onBlur={() => {
          if (!problem) setDraft(undefined);
          onDone?.();
        }}
      />
      {(problem || reason) && (
        <div
          id={hintId}
          role={problem ? 'alert' : undefined}
          className={problem ? styles.problem : styles.hint}
        >
          {problem ?? reason}
        </div>
      )}
    </div>
  );
}
