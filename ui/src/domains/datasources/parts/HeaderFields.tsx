import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Input, PasswordInput } from '../../../design';
import { removalLosesValues, type HeaderDraft } from '../draft';
import styles from './DataSources.module.css';

export interface HeaderFieldsProps {
  headers: readonly HeaderDraft[];
  onChange: (headers: HeaderDraft[]) => void;
  readOnly: boolean;
}

/** Header names are plain, their values are secrets. */
export function HeaderFields({ headers, onChange, readOnly }: HeaderFieldsProps): ReactNode {
  const set = (index: number, patch: Partial<HeaderDraft>) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...patch } : header)));
  const remove = (index: number) => {
    const isLossy = removalLosesValues(headers, index);
    const rest = headers.filter((_, at) => at !== index);
    // Stored values sit at positions; the ones that would move have to be typed again.
    onChange(
      isLossy
        ? rest.map((header, at) => (at >= index ? { ...header, stored: false } : header))
        : rest,
    );
  };
  return (
    <div className={styles.headers}>
      {headers.map((header, index) => (
        <div key={index} className={styles.header}>
          <Input
            mono
            aria-label={`Name of header ${index + 1}`}
            placeholder="X-Scope-OrgID"
            value={header.name}
            onChange={(name) => set(index, { name })}
          />
          <PasswordInput
            aria-label={`Value of header ${index + 1}`}
            autoComplete="new-password"
            placeholder={header.stored ? 'configured, enter a value to replace' : 'Value'}
            value={header.value}
            onChange={(value) => set(index, { value })}
          />
          {!readOnly && (
            <IconButton
              icon={Trash2}
              label={`Remove header ${index + 1}`}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {headers.length === 0 && readOnly && <span className={styles.dim}>None</span>}
      {!readOnly && (
        <Button
          icon={Plus}
          onClick={() => onChange([...headers, { name: '', value: '', stored: false }])}
        >
          Add header
        </Button>
      )}
    </div>
  );
}
