import type { ReactNode } from 'react';
import { Button } from '../../../../design';
import type { SaveFailure, Saving } from './useSaving';
import styles from './Save.module.css';

const MORE: Partial<Record<SaveFailure['kind'], string>> = {
  provisioned: 'Change the provisioning file, or save as copy.',
  signedOut: 'Your session has ended. Your draft is kept; sign in and save again.',
  version: 'Merge that version into the draft, then save.',
};

/** Why the dashboard was not saved, beside the form that is still filled in. */
export function FailureNotice({
  saving,
  failure,
}: {
  saving: Saving;
  failure: SaveFailure;
}): ReactNode {
  if (failure.kind === 'name') return null;
  const canRetry = failure.kind === 'unreachable' || failure.kind === 'signedOut';
  return (
    <div role="alert" className={styles.failure}>
      <p>
        {failure.message} {MORE[failure.kind]}
      </p>
      {canRetry && (
        <Button size="sm" busy={saving.isBusy} onClick={() => void saving.retry()}>
          Try again
        </Button>
      )}
    </div>
  );
}
