/** One's own query history, and the queries saved for the organisation. */
import { useState, type ReactNode } from 'react';
import { Drawer, TabPanel, Tabs } from '../../../design';
import type { Sources } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';
import { HistoryList } from './HistoryList';
import { SavedList } from './SavedList';

export interface KeptProps {
  sources: Sources;
  timeZone: string;
  /** Shows these queries in the pane and runs them. */
  onUse: (datasourceUid: string, queries: readonly SourceQuery[]) => void;
}

type TabId = 'history' | 'starred' | 'saved';

const TABS: { id: TabId; label: string }[] = [
  { id: 'history', label: 'History' },
  { id: 'starred', label: 'Starred' },
  { id: 'saved', label: 'Saved queries' },
];

export function HistoryDrawer({ onClose, ...kept }: KeptProps & { onClose: () => void }): ReactNode {
  const [tab, setTab] = useState<TabId>('history');
  return (
    <Drawer title="Queries" size="lg" onClose={onClose}>
      <Tabs label="Queries" tabs={TABS} value={tab} onChange={setTab} />
      <TabPanel id={tab}>
        {tab === 'saved' ? <SavedList {...kept} /> : <HistoryList key={tab} {...kept} onlyStarred={tab === 'starred'} />}
      </TabPanel>
    </Drawer>
  );
}
