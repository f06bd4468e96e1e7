import type { ReactNode } from 'react';
import { LayoutDashboard, SearchX } from 'lucide-react';
import { Button, EmptyState } from '../../../../design';
import { useDashboard } from '../../session/context';

export function EmptyDashboard(): ReactNode {
  const { canSave, open } = useDashboard();
  return (
    <EmptyState
      icon={LayoutDashboard}
      title="This dashboard has no panels"
      actions={
        canSave && (
          <Button onClick={() => open({ kind: 'settings', tab: 'json' })}>Edit JSON</Button>
        )
      }
    >
      Add panels in the dashboard JSON, or import a dashboard.
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
