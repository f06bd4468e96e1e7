/**
 * What a pane asked and what it was answered, as a table, as numbers about it, and word for word.
 */
import { useMemo, useState, type ReactNode } from 'react';
import { Drawer, TabPanel, Tabs } from '../../../design';
import { ErrorTab } from '../../../inspect/ErrorTab';
import { FramesTab } from '../../../inspect/FramesTab';
import { QueryTab } from '../../../inspect/QueryTab';
import { StatsTab } from '../../../inspect/StatsTab';
import { useFieldConfig } from '../../../plugins/fieldConfig';
import type { PaneSession } from '../session/paneContext';

type TabId = 'data' | 'stats' | 'query' | 'error';

const TABS: { id: TabId; label: string }[] = [
  { id: 'data', label: 'Data' },
  { id: 'stats', label: 'Stats' },
  { id: 'query', label: 'Query' },
];

export function PaneInspector({
  session,
  onClose,
}: {
  session: PaneSession;
  onClose: () => void;
}): ReactNode {
  const { result, shown, timeZone, host, run } = session;
  const [tab, setTab] = useState<TabId>(result.problems.length > 0 ? 'error' : 'data');
  const configure = useFieldConfig(
    { type: 'timeseries' },
    { timeZone, timeRange: result.range, interpolate: host.interpolate },
  );
  const frames = useMemo(() => configure(shown.frames), [configure, shown.frames]);
  const tabs =
    result.problems.length > 0 ? [...TABS, { id: 'error' as const, label: 'Error' }] : TABS;
  return (
    <Drawer title="Query inspector" size="lg" onClose={onClose}>
      <Tabs label="Inspect" tabs={tabs} value={tab} onChange={setTab} />
      <TabPanel id={tab}>
        {tab === 'data' && <FramesTab title="Explore" frames={frames} timeZone={timeZone} />}
        {tab === 'stats' && <StatsTab result={result} timeZone={timeZone} />}
        {tab === 'query' && <QueryTab result={result} onRefresh={() => run()} />}
        {tab === 'error' && <ErrorTab problems={result.problems} />}
      </TabPanel>
    </Drawer>
  );
}
