/**
 * The frame of a query or an expression: its name, whether it is the condition, and its problem.
 */
import { useState, type ReactNode } from 'react';
import { Trash2 } from 'lucide-react';
import { IconButton, Input } from '../../../design';
import { renamed, withoutQuery } from '../model/edits';
import { QueryResult } from '../preview/QueryResult';
import type { Preview } from '../preview/usePreview';
import type { LogicPart } from './part';
import styles from './Editor.module.css';

export interface RowFrameProps extends LogicPart {
  refId: string;
  /** `query` or `expression`. */
  what: string;
  head: ReactNode;
  preview: Preview;
  children: ReactNode;
}

export function RowFrame({
  refId,
  what,
  head,
  draft,
  problems,
  change,
  preview,
  children,
}: RowFrameProps): ReactNode {
  const name = `${what} ${refId}`;
  const problem = problems.queries[refId];
  return (
    <div role="group" aria-label={name} className={styles.row}>
      <header className={styles.rowHead}>
        <RefId
          refId={refId}
          name={name}
          taken={draft.data.map((query) => query.refId)}
          onChange={(to) => change(renamed(draft, refId, to))}
        />
        {head}
        <span className={styles.grow} />
        {!draft.thresholds && (
          <label className={styles.decides}>
            <input
              type="radio"
              name="condition"
              checked={draft.condition === refId}
              onChange={() => change({ condition: refId })}
            />
            {draft.kind === 'recording' ? 'Recorded' : 'Alert condition'}
          </label>
        )}
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${name}`}
          onClick={() => change(withoutQuery(draft, refId))}
        />
      </header>
      <div className={styles.rowBody}>
        {children}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <QueryResult draft={draft} refId={refId} preview={preview} />
      </div>
    </div>
  );
}

interface RefIdProps {
  refId: string;
  name: string;
  taken: readonly string[];
  onChange: (refId: string) => void;
}

/** The input of a RefId. It renames on blur, unless the name is empty or already used. */
function RefId({ refId, name, taken, onChange }: RefIdProps): ReactNode {
  const [text, setText] = useState(refId);
  const isBad = text !== refId && (!/^[\w ]{1,40}$/.test(text) || taken.includes(text));
  const leave = () => {
    if (text !== refId && !isBad) onChange(text);
    else setText(refId);
  };
  return (
    <Input
      size="sm"
      mono
      className={styles.refId}
      aria-label={`Name of ${name}`}
      aria-invalid={isBad || undefined}
      value={text}
      onChange={setText}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          event.currentTarget.blur();
        }
      }}
    />
  );
}
