import { useState, type ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { Card, EmptyState, PageBody, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { useQueryParams } from '../../../kernel/location';
import { ImportForm } from '../parts/browse/ImportForm';
import type { ImportCandidate } from '../parts/browse/importModel';
import { ImportSource } from '../parts/browse/ImportSource';

/** Two steps: take the JSON, then say where it goes and which data sources it uses. */
export function ImportPage(): ReactNode {
  const folderUid = useQueryParams().get('folderUid') ?? '';
  const [candidate, setCandidate] = useState<ImportCandidate | null>(null);
  return (
    <>
      <TopBar title="Import a dashboard" crumbs={[{ label: 'Dashboards', href: '/dashboards' }]} />
      <PageBody narrow>
        {!can('dashboards:write') ? (
          <EmptyState icon={Lock} title="You need the Editor role to import dashboards">
            Ask an administrator for the Editor role.
          </EmptyState>
        ) : (
          <Card
            title={candidate ? candidate.title || 'Untitled dashboard' : 'Dashboard JSON'}
            subtitle={candidate && panels(candidate)}
          >
            {candidate ? (
              <ImportForm
                candidate={candidate}
                folderUid={folderUid}
                onBack={() => setCandidate(null)}
              />
            ) : (
              <ImportSource onRead={setCandidate} />
            )}
          </Card>
        )}
      </PageBody>
    </>
  );
}

function panels({ panelCount }: ImportCandidate): string {
  return `${panelCount} ${panelCount === 1 ? 'panel' : 'panels'}`;
}
