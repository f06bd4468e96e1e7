import { can } from '../../../kernel/boot';
import type { StoredDashboard } from '../api';

/** Whether a draft could be saved somewhere: here, or as a copy. */
export function mayEdit({ meta }: StoredDashboard): boolean {
  return Boolean(meta.canSave) || can('dashboards:write');
}
