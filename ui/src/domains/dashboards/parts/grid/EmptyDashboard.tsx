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
      Add panels to its JSON, or import a dashboard that has some.
    </EmptyState>
  );
}

export function MissingPanel({ panelKey }: { panelKey: string }): ReactNode {
  const { setUrl } = useDashboard();
  return (
    <EmptyState
      icon={SearchX}
      title="There is no such panel"
      actions={
        <Button onClick={() => setUrl({ viewPanel: undefined })}>Back to the dashboard</Button>
      }
    >
      The link names panel “{panelKey}”, which this dashboard does not have, or not with these
      variables.
    </EmptyState>
  );
}
