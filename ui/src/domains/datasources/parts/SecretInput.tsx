import type { ReactNode } from 'react';
import { Button, PasswordInput, Tag, TextArea } from '../../../design';
import styles from './DataSources.module.css';

export interface SecretInputProps {
  id?: string;
  'aria-describedby'?: string;
  /** The server has a value, which it never shows. */
  stored: boolean;
  /** What was typed; `undefined` keeps the stored value. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  /** For certificates and keys. */
  multiline?: boolean;
}

/** A value that goes in and never comes out: stored ones say so and can be replaced. */
export function SecretInput({
  stored,
  value,
  onChange,
  multiline,
  ...rest
}: SecretInputProps): ReactNode {
  if (stored && value === undefined) {
    return (
      <div className={styles.secret}>
        <Tag tone="ok">Stored</Tag>
        <Button
          size="sm"
          id={rest.id}
          aria-label="Replace the stored value"
          onClick={() => onChange('')}
        >
          Replace
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.secret}>
      {multiline ? (
        <TextArea
          {...rest}
          mono
          rows={4}
          spellCheck={false}
          value={value ?? ''}
          onChange={onChange}
        />
      ) : (
        <span className={styles.fill}>
          <PasswordInput
            {...rest}
            autoComplete="new-password"
            value={value ?? ''}
            onChange={onChange}
          />
        </span>
      )}
      {stored && (
        <Button size="sm" onClick={() => onChange(undefined)}>
          Keep
        </Button>
      )}
    </div>
  );
}
