import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Input } from '../../../../design';
import styles from './ContactPoints.module.css';

export interface ListInputProps {
  label: string;
  value: unknown;
  /** Receives `undefined` if the list is empty. */
  onChange: (value: unknown) => void;
  placeholder?: string;
}

/** A list of texts. Objects in the list, which files can contain, are shown and kept. */
export function ListInput({ label, value, onChange, placeholder }: ListInputProps): ReactNode {
  const items: unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  const set = (next: unknown[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <div role="group" aria-label={label} className={styles.items}>
      {items.map((item, index) => (
        <div key={index} className={styles.listItem}>
          {typeof item === 'string' ? (
            <Input
              mono
              aria-label={`${label} ${index + 1}`}
              placeholder={placeholder}
              value={item}
              onChange={(text) => set(items.with(index, text))}
            />
          ) : (
            <code className={styles.object}>{JSON.stringify(item)}</code>
          )}
          <IconButton
            icon={Trash2}
            label={`Remove ${label} ${index + 1}`}
            onClick={() => set(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="sm" icon={Plus} onClick={() => set([...items, ''])}>
        Add
      </Button>
    </div>
  );
}
