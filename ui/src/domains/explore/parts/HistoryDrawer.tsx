/** One's own query history, and the queries saved for the organisation. */
import { useState, type ReactNode } from 'react';
import { Drawer, TabPanel, Tabs } from '../../../design';
import { HistoryList } from './HistoryList';
import type { KeptProps } from './keptProps';
import { SavedList } from './SavedList';

type TabId = 'history' | 'starred' | 'saved';

const TABS: { id: TabId; label: string }[] = [
  { id: 'history', label: 'History' },
  { id: 'starred', label: 'Starred' },
  { id: 'saved', label: 'Saved queries' },
];

export function HistoryDrawer({
  onClose,
  ...kept
}: KeptProps & { onClose: () => void }): ReactNode {
  const [tab, setTab] = useState<TabId>('history');
  return (
    <Drawer title="Queries" size="lg" onClose={onClose}>
      <Tabs label="Queries" tabs={TABS} value={tab} onChange={setTab} />
      <TabPanel id={tab}>
        {tab === 'saved' ? (
          <SavedList {...kept} />
        ) : (
          <HistoryList key={tab} {...kept} onlyStarred={tab === 'starred'} />
        )}
      </TabPanel>
    </Drawer>
  );
}
