/** The folder is no part of the model: choosing another one moves the dashboard at once. */
import { type ReactNode } from 'react';
import { Field } from '../../../../design';
import { invalidate, useAction } from '../../../../kernel/query';
import { fetchDashboard, saveDashboard } from '../../api';
import { FolderPicker } from '../../parts/browse/FolderPicker';
import { reloadDashboard } from '../../queries';
import { useDashboard } from '../../session/context';
import { useDraft, useDraftStore } from '../draft/context';

export function FolderField(): ReactNode {
  const store = useDraftStore();
  const { uid, stored, canSave } = useDashboard();
  const isNew = useDraft(({ base }) => base.version === 0);
  const folderUid = stored.meta.folderUid ?? '';
  const move = useAction(
    async (target: string) => {
      const { dashboard } = await fetchDashboard(uid);
      const answer = await saveDashboard({
        dashboard,
        folderUid: target,
        message: 'Moved to another folder',
      });
      const { base } = store.get();
      // The move is a version of its own with the same content.
      if (dashboard['version'] === base.version) store.rebase({ ...base, version: answer.version });
      await Promise.all([reloadDashboard(uid), invalidate('/api/search', '/api/folders')]);
    },
    { done: 'Dashboard moved' },
  );
  if (isNew || !canSave)
    return (
      <p>
        {isNew
          ? 'The folder is chosen when the dashboard is saved.'
          : `Folder: ${stored.meta.folderTitle || 'Dashboards'}`}
      </p>
    );
  return (
    <Field label="Folder" hint="The dashboard is moved immediately; the draft stays.">
      <FolderPicker
        value={move.isPending ? move.variables : folderUid}
        onChange={(target) => {
          if (target !== folderUid && !move.isPending) move.mutate(target);
        }}
      />
    </Field>
  );
}
