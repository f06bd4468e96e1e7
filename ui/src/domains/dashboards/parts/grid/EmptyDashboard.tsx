import type { ReactNode } from 'react';
import { LayoutDashboard, Pencil, SearchX } from 'lucide-react';
import { Button, EmptyState } from '../../../../design';
import { useDashboard } from '../../session/context';
import { mayEdit } from '../../session/mayEdit';

export function EmptyDashboard(): ReactNode {
  const { stored, setUrl } = useDashboard();
  const isEditable = mayEdit(stored);
  return (
    <EmptyState
      icon={LayoutDashboard}
      title="This dashboard has no panels"
      actions={
        isEditable && (
          <Button variant="primary" icon={Pencil} onClick={() => setUrl({ edit: true })}>
            Edit
          </Button>
        )
      }
    >
      {isEditable
        ? 'Edit the dashboard to add the first one.'
        : 'Users who may edit this dashboard can add panels.'}
    </EmptyState>
  );
}

export function MissingPanel({ panelKey }: { panelKey: string }): ReactNode {
  const { setUrl } = useDashboard();
  return (
    <EmptyState
      icon={SearchX}
      title="Panel not found"
      actions={
        <Button onClick={() => setUrl({ viewPanel: undefined })}>Back to the dashboard</Button>
      }
    >
      This dashboard has no panel “{panelKey}” for the selected variable values.
    </EmptyState>
  );
}
