/** Saves the draft; whatever goes wrong, the draft stays. */
import { useState } from 'react';
import type { DashboardModel } from '../../../../data';
import { ApiError, errorMessage } from '../../../../kernel/api';
import { notify } from '../../../../kernel/events';
import { goTo, localPath } from '../../../../kernel/location';
import { invalidate } from '../../../../kernel/query';
import { saveDashboard, type SaveAnswer } from '../../api';
import { reloadDashboard, saveConflict } from '../../queries';
import { useDashboard } from '../../session/context';
import { useDraftStore } from '../draft/context';
import { useKeeping } from './keeping';
import type { NewerVersion } from './useNewer';

export interface SaveInput {
  message: string;
  /** Changes that the user chose to save besides those of the draft. */
  also?: (model: DashboardModel) => DashboardModel;
  overwrite?: boolean;
  /** A dashboard of its own: a new one, or a copy of this one. */
  as?: { title: string; folderUid: string; tags: string[] };
}

export interface SaveFailure {
  kind: 'name' | 'provisioned' | 'version' | 'signedOut' | 'unreachable' | 'other';
  message: string;
}

export interface Saving {
  isBusy: boolean;
  failure: SaveFailure | undefined;
  save: (input: SaveInput) => Promise<void>;
  /** Sends the last save again. */
  retry: () => Promise<void>;
}

export function useSaving(newer: NewerVersion, onSaved: () => void): Saving {
  const store = useDraftStore();
  const { forget } = useKeeping();
  const { uid, stored } = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const [last, setLast] = useState<SaveInput>();

  const send = async (input: SaveInput): Promise<SaveAnswer | undefined> => {
    const { model, base } = store.get();
    const { also, as, overwrite = false, message } = input;
    if (!as && !overwrite && (await newer.check())) {
      setFailure({ kind: 'version', message: 'A newer version of this dashboard was saved.' });
      return undefined;
    }
    const sent = also?.(model) ?? model;
    const { id: _id, uid: _uid, version: _version, ...content } = sent;
    const answer = await saveDashboard({
      dashboard: as
        ? { ...content, title: as.title, tags: as.tags }
        : { ...sent, version: base.version },
      folderUid: as?.folderUid ?? stored.meta.folderUid,
      message,
      overwrite,
    });
    if (as && uid !== '' && base.version > 0) return answer;
    // What was changed while the answer was on its way stays a change.
    if (sent !== model && store.get().model === model)
      store.run({
        label: { verb: 'set', subject: 'dashboard', path: 'time', name: 'Values of this view' },
        change: () => sent,
      });
    store.rebase({ model: sent, version: answer.version });
    return answer;
  };

  const save = async (input: SaveInput) => {
    setBusy(true);
    setFailure(undefined);
    setLast(input);
    try {
      const answer = await send(input);
      if (!answer) return;
      void invalidate('/api/search');
      const { model, base } = store.get();
      const isElsewhere = answer.uid !== uid;
      if (isElsewhere) {
        // The draft went with the copy; this dashboard keeps its saved state.
        store.discard();
        await forget();
        notify(`Dashboard saved as “${input.as?.title ?? ''}”`, 'success');
        onSaved();
        goTo(`${localPath(answer.url)}?edit`);
        return;
      }
      if (model === base.model) await forget();
      await reloadDashboard(uid);
      notify('Dashboard saved', 'success');
      onSaved();
    } catch (error) {
      const reason = failureOf(error);
      if (reason.kind === 'version') await newer.check().catch(() => undefined);
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, save, retry: async () => last && save(last) };
}

function failureOf(error: unknown): SaveFailure {
  const message = errorMessage(error);
  const conflict = saveConflict(error);
  if (conflict) return { kind: conflict, message };
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 401) return { kind: 'signedOut', message };
  if (status === 409) return { kind: 'version', message };
  if (status === 0 || (status !== undefined && status >= 500))
    return { kind: 'unreachable', message: `${message} Your draft is kept.` };
  return { kind: 'other', message };
}
