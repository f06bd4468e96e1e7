/** A dashboard that is not saved yet. */
import { useState, type ReactNode } from 'react';
import { bootSources } from '../../../querying/bootSources';
import { blankDashboard } from '../model/blankDashboard';
import { OpenDashboard } from './DashboardPage';

export function NewDashboardPage(): ReactNode {
  const [opened] = useState(() => {
    const model = blankDashboard();
    const folderUid = new URLSearchParams(window.location.search).get('folderUid') ?? '';
    return {
      stored: { dashboard: model, meta: { canSave: true, folderUid } },
      model,
      sources: bootSources(),
    };
  });
  return <OpenDashboard opened={opened} isNew />;
}
