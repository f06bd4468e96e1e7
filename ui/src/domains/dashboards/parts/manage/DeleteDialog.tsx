import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../../design';
import { ApiError, errorMessage, request } from '../../../../kernel/api';
import { goTo } from '../../../../kernel/location';
import { invalidate, useAction } from '../../../../kernel/query';
import { fetchDashboard } from '../../api';
import { useDashboard } from '../../session/context';
import { useDashboardModel } from '../../session/models';
import styles from '../settings/Settings.module.css';

/** Someone saved the dashboard after it was opened here. */
class ChangedSince extends Error {}

interface DeleteRequest {
  uid: string;
  /** The one that was opened; any where left out. */
  version?: number;
}

async function deleteDashboard({ uid, version }: DeleteRequest): Promise<void> {
  try {
    if (version !== undefined) {
      const { meta } = await fetchDashboard(uid);
      if (meta.version !== version) {
        const who = meta.updatedBy ? ` by ${meta.updatedBy}` : '';
        throw new ChangedSince(
          `This dashboard was saved${who} after you opened it. The current version is ${meta.version}.`,
        );
      }
    }
    await request('DELETE', `/api/dashboards/uid/${encodeURIComponent(uid)}`);
  } catch (failure) {
    // Someone else deleted it first.
    if (failure instanceof ApiError && failure.status === 404) return;
    throw failure;
  }
}

/**
 * Names what goes; a dashboard that changed since it was opened is deleted only after a second
 * confirmation.
 */
export function DeleteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const model = useDashboardModel();
  const { uid, stored } = useDashboard();
  const { folderUid, version } = stored.meta;
  const remove = useAction(deleteDashboard, {
    done: `Dashboard “${model.title}” deleted`,
    quiet: true,
    onDone: () => {
      goTo(folderUid ? `/dashboards/f/${folderUid}` : '/dashboards', { replace: true });
      void invalidate('/api/search', '/api/folders', '/api/dashboards/tags');
    },
  });
  const isChanged = remove.error instanceof ChangedSince;
  return (
    <ConfirmDialog
      title={`Delete “${model.title}”?`}
      confirm={isChanged ? 'Delete anyway' : 'Delete dashboard'}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ uid, version: isChanged ? undefined : version })}
    >
      <p>This cannot be undone. The version history is also deleted.</p>
      {remove.error && (
        <p role="alert" className={styles.error}>
          {errorMessage(remove.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}
