/** A dashboard that is not saved yet. */
import { useState, type ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { EmptyState, PageBody, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { bootSources } from '../../../querying/bootSources';
import { blankDashboard } from '../model/blankDashboard';
import { OpenDashboard } from './DashboardPage';

export function NewDashboardPage(): ReactNode {
  if (can('dashboards:write')) return <NewDashboard />;
  return (
    <>
      <TopBar title="New dashboard" crumbs={[{ label: 'Dashboards', href: '/dashboards' }]} />
      <PageBody narrow>
        <EmptyState icon={Lock} title="You need the Editor role to create dashboards">
          Ask an administrator for the Editor role.
        </EmptyState>
      </PageBody>
    </>
  );
}

function NewDashboard(): ReactNode {
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
