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
          <strong>This dashboard was saved by someone else after you opened it.</strong> Overwrite
          to replace that version, which stays in the version history. Discard to drop your changes
          and load that version.
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
            ? `${error} Change the provisioning file, or copy the JSON into it.`
            : error}
        </p>
      )}
      <Input
        aria-label="Change description"
        placeholder="Describe your changes (optional)"
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
