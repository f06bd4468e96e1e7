import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../design';
import { goTo } from '../../../kernel/location';
import { useRemove, useUsage, type DataSource } from '../api';
import { countOf } from './UsageCard';

const NAMED = 3;

/** Asks before a data source is deleted, and says what would miss it. */
export function DeleteSource({
  source,
  onClose,
}: {
  source: DataSource;
  onClose: () => void;
}): ReactNode {
  const remove = useRemove(() => goTo('/datasources', { replace: true }));
  const { data: usage } = useUsage(source.uid);
  const users = usage ? [...usage.dashboards, ...usage.alertRules] : [];
  const titles = users.slice(0, NAMED).map(({ title }) => `“${title}”`);
  const count = usage ? usage.totalCount + usage.alertRules.length : 0;
  const rest = count - titles.length;
  return (
    <ConfirmDialog
      title={`Delete ${source.name}?`}
      confirm="Delete data source"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(source.uid)}
    >
      {usage && count > 0
        ? `${countOf(usage)} would show errors: ${titles.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. `
        : 'No dashboard or alert rule that you can view uses it. '}
      Its secrets and correlations are permanently deleted.
    </ConfirmDialog>
  );
}
