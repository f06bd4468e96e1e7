/** Changes of a whole dashboard from its own page, and what a refusal means. */
import { errorMessage } from '../../../../kernel/api';
import { notify } from '../../../../kernel/events';
import { goTo, localPath } from '../../../../kernel/location';
import { invalidate } from '../../../../kernel/query';
import { saveDashboard, type SaveAnswer, type StoredDashboard } from '../../api';
import { copying, copyTitle } from '../../model/copies';
import { saveConflict } from '../../queries';

const MOST_COPIES = 50;

/** Stores a copy in the same folder under the first free title. */
export async function storeDuplicate(stored: StoredDashboard): Promise<SaveAnswer> {
  const title = String(stored.dashboard['title']);
  for (let number = 1; ; number += 1) {
    const copy = {
      title: copyTitle(title, number),
      folderUid: stored.meta.folderUid ?? '',
      withTags: true,
    };
    try {
      return await saveDashboard(copying(stored, copy));
    } catch (failure) {
      if (saveConflict(failure) !== 'name' || number === MOST_COPIES) throw failure;
    }
  }
}

/** Stores a copy and opens it; a failure is shown. */
export async function duplicate(stored: StoredDashboard): Promise<void> {
  try {
    openCopy(await storeDuplicate(stored));
  } catch (failure) {
    notify(`Cannot duplicate the dashboard: ${errorMessage(failure)}`, 'error');
  }
}

export function openCopy(copy: SaveAnswer): void {
  void invalidate('/api/search');
  notify('Dashboard duplicated. You are viewing the copy.', 'success');
  goTo(localPath(copy.url));
}

/** What to show in a form whose save was refused. */
export function refusal(failure: unknown, title: string): string {
  switch (saveConflict(failure)) {
    case 'name':
      return `A dashboard with the name “${title}” already exists in this folder. Choose another name.`;
    case 'version':
      return 'This dashboard was saved by someone else after you opened it. Load the latest version, then rename it.';
    case 'provisioned':
      return `${errorMessage(failure)} Change the title in the provisioning file.`;
    default:
      return errorMessage(failure);
  }
}
