/** Message and save button; after a conflict, the choices there are. */
import { useState, type ReactNode } from 'react';
import { Button, Input } from '../../../../design';
import type { Saving } from './useSave';
import styles from './Settings.module.css';

export interface SaveFooterProps {
  saving: Saving;
  /** The model to store; undefined while it cannot be stored. */
  model: Record<string, unknown> | undefined;
  isChanged: boolean;
  onClose: () => void;
}

export function SaveFooter({ saving, model, isChanged, onClose }: SaveFooterProps): ReactNode {
  const [message, setMessage] = useState('');
  const { conflict, error, isBusy } = saving;
  const submit = (overwrite = false) => {
    if (model) void saving.save(model, message, overwrite);
  };
  if (conflict === 'version') {
    return (
      <div className={styles.conflict} role="alert">
        <p>
          <strong>This dashboard was saved by someone else after you opened it.</strong> Overwriting
          replaces their version; it stays in the version history. Discarding drops your changes and
          shows theirs.
        </p>
        <Button onClick={() => void saving.discard()}>Discard my changes</Button>
        <Button variant="danger" busy={isBusy} onClick={() => submit(true)}>
          Overwrite
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error && (
        <p role="alert" className={styles.error}>
          {conflict === 'provisioned'
            ? `${error} Change the file it comes from, or copy the JSON there.`
            : error}
        </p>
      )}
      <Input
        aria-label="What changed"
        placeholder="What changed (optional)"
        value={message}
        onChange={setMessage}
        maxLength={500}
      />
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="primary" busy={isBusy} disabled={!model || !isChanged}>
        Save
      </Button>
    </form>
  );
}
