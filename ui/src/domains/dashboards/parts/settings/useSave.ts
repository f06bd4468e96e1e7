/** Saving, with the choice a conflict needs. */
import { useState } from 'react';
import { errorMessage } from '../../../../kernel/api';
import { notify } from '../../../../kernel/events';
import { reloadDashboard, saveAndReload, saveConflict, type SaveConflict } from '../../queries';
import { useDashboard } from '../../session/context';

export interface Saving {
  isBusy: boolean;
  conflict?: SaveConflict;
  error?: string;
  save: (model: Record<string, unknown>, message: string, overwrite?: boolean) => Promise<void>;
  /** Gives up the changes and shows what is stored now. */
  discard: () => Promise<void>;
}

export function useSave(onSaved: () => void): Saving {
  const { uid, stored } = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<SaveConflict>();
  const [error, setError] = useState<string>();

  const save: Saving['save'] = async (model, message, overwrite = false) => {
    setBusy(true);
    setError(undefined);
    try {
      await saveAndReload(uid, {
        dashboard: model,
        folderUid: stored.meta.folderUid,
        message,
        overwrite,
      });
      notify('Dashboard saved', 'success');
      onSaved();
    } catch (failure) {
      setConflict(saveConflict(failure));
      setError(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const discard = async () => {
    await reloadDashboard(uid);
    onSaved();
  };
  return { isBusy, conflict, error, save, discard };
}
