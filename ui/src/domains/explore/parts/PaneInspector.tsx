import { type ReactNode } from 'react';
import { Drawer } from '../../../design';
import type { PaneResult } from '../session/usePaneRun';

export function PaneInspector({ result, onClose }: { result: PaneResult; onClose: () => void }): ReactNode {
  return (
    <Drawer title="Query inspector" size="lg" onClose={onClose}>
      <pre>{JSON.stringify({ request: result.request?.body, response: result.response }, null, 2)}</pre>
    </Drawer>
  );
}
