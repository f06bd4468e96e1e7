/** What a panel shows, as a table, as numbers about it, as JSON, and as it was asked for. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { Drawer, EmptyState, TabPanel, Tabs } from '../../../../design';
import { ErrorTab } from '../../../../inspect/ErrorTab';
import { QueryTab } from '../../../../inspect/QueryTab';
import { StatsTab } from '../../../../inspect/StatsTab';
import { fillText } from '../../../../querying/fill';
import type { LayoutItem } from '../../model/layout';
import { useDashboard, useDashboardTime, useDashboardUrl } from '../../session/context';
import type { InspectTab } from '../../session/openPanels';
import { useResult } from '../../session/results';
import { planOf } from '../../session/usePanelQuery';
import { usePanelScope } from '../../session/usePanelScope';
import { DataTab } from './DataTab';
import { JsonTab } from './JsonTab';

const TABS: { id: InspectTab; label: string }[] = [
  { id: 'data', label: 'Data' },
  { id: 'stats', label: 'Stats' },
  { id: 'json', label: 'JSON' },
  { id: 'query', label: 'Query' },
];

export function Inspector({ item, onClose }: { item: LayoutItem; onClose: () => void }): ReactNode {
  const dashboard = useDashboard();
  const time = useDashboardTime();
  const url = useDashboardUrl();
  const { panel } = item;
  const scope = usePanelScope(item);
  const result = useResult(dashboard.results, item.key);
  const { origin } = useMemo(
    () => planOf(panel, 1000, { dashboard, time, scope }),
    [panel, dashboard, time, scope],
  );
  const hasProblems = result.problems.length > 0;
  const tabs = hasProblems ? [...TABS, { id: 'error' as const, label: 'Error' }] : TABS;
  const asked = tabs.find(({ id }) => id === url.inspectTab)?.id;
  const tab = asked ?? 'data';
  const title = fillText(panel.title ?? '', scope.values, 'text') || `Panel ${panel.id}`;

  // A link may open the inspector of a panel that is still below the fold; in view it loads its
  // data.
  useEffect(() => {
    document
      .querySelector(`[data-panel="${CSS.escape(item.key)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [item.key]);

  const subject = { item, title, currentValues: scope.currentValues, result, origin };
  return (
    <Drawer title={`Inspect: ${title}`} size="lg" onClose={onClose}>
      <Tabs
        label="Inspect"
        tabs={tabs}
        value={tab}
        onChange={(id) => dashboard.setUrl({ inspectTab: id }, { replace: true })}
      />
      <TabPanel id={tab}>
        {tab === 'data' && <DataTab subject={subject} />}
        {tab === 'stats' && <StatsTab result={result} timeZone={time.timeZone} />}
        {tab === 'json' && <JsonTab subject={subject} />}
        {tab === 'query' && <QueryTab result={result} onRefresh={dashboard.refresh} />}
        {tab === 'error' &&
          (hasProblems ? <ErrorTab problems={result.problems} /> : <EmptyState title="No error" />)}
      </TabPanel>
    </Drawer>
  );
}
