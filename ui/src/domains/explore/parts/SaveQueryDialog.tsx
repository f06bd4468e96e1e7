import { useId, useState, type ReactNode } from 'react';
import { Button, Dialog, Field, Input, TextArea } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { useSaveQuery } from '../api';
import { keptQueries } from '../model/history';
import type { Pane } from '../model/pane';
import styles from './Kept.module.css';

export function SaveQueryDialog({ pane, onClose }: { pane: Pane; onClose: () => void }): ReactNode {
  const save = useSaveQuery(onClose);
  const queries = keptQueries(pane.queries, '') ?? [];
  return (
    <Dialog
      title="Save query"
      description="Everyone in the organization can find it under Saved queries."
      onClose={onClose}
    >
      <SaveFields
        first={{ title: '', description: '' }}
        busy={save.isPending}
        error={save.error}
        onSave={(words) => save.mutate({ ...words, datasourceUid: pane.datasource, queries })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface Words {
  title: string;
  description: string;
}

export interface SaveFieldsProps {
  first: Words;
  busy: boolean;
  error: Error | null;
  onSave: (words: Words) => void;
  onCancel: () => void;
}

export function SaveFields({ first, busy, error, onSave, onCancel }: SaveFieldsProps): ReactNode {
  const [title, setTitle] = useState(first.title);
  const [description, setDescription] = useState(first.description);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const problem =
    isMissing && !title.trim() ? 'Enter a title.' : error ? errorMessage(error) : undefined;
  return (
    <form
      id={id}
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(true);
        if (title.trim()) onSave({ title: title.trim(), description });
      }}
    >
      <Field label="Title" error={problem}>
        <Input value={title} onChange={setTitle} maxLength={200} autoFocus />
      </Field>
      <Field label="Description" hint="What the query shows and when to use it.">
        <TextArea value={description} onChange={setDescription} rows={3} />
      </Field>
      <div className={styles.saveActions}>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save query
        </Button>
      </div>
    </form>
  );
}
