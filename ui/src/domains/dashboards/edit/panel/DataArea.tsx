/** What flows into the panel: its queries, its transformations, the alert rules on it. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Play } from 'lucide-react';
import type { PanelModel } from '../../../../data';
import { Button, Kbd, ProgressBar, Switch, TabPanel, Tabs } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { fillText } from '../../../../querying/fill';
import { useDashboard, useDashboardTime, useDashboardUrl } from '../../session/context';
import { QueryTab } from './queries/QueryTab';
import type { AppliedQueries } from './useAppliedQueries';
import type { Preview } from './usePreview';
import styles from './PanelEditor.module.css';

const TransformTab = lazy(() =>
  import('../transform/TransformTab').then((m) => ({ default: m.TransformTab })),
);

export interface DataAreaProps {
  panel: PanelModel;
  preview: Preview;
  applied: AppliedQueries;
  runsAutomatically: boolean;
  onRunsAutomatically: (isOn: boolean) => void;
  showUpTo: number | undefined;
  onShowUpTo: (step: number | undefined) => void;
}

type DataTab = 'query' | 'transform';

export function DataArea(props: DataAreaProps): ReactNode {
  const { panel, preview, applied, runsAutomatically, onRunsAutomatically } = props;
  const { showUpTo, onShowUpTo } = props;
  const { timeZone } = useDashboardTime();
  const { setUrl, refresh } = useDashboard();
  const url = useDashboardUrl();
  const tabs: { id: DataTab; label: string }[] = [
    { id: 'query', label: `Queries ${panel.targets?.length ?? 0}` },
    { id: 'transform', label: `Transformations ${panel.transformations?.length ?? 0}` },
  ];
  const tab: DataTab = tabs.find(({ id }) => id === url.tab)?.id ?? 'query';
  const run = () => {
    if (applied.isWaiting) applied.run();
    else refresh();
  };
  useShortcuts([
    {
      keys: 'mod+Enter',
      label: 'Run queries',
      group: 'Panel editor',
      inInputs: true,
      run,
    },
  ]);
  return (
    <>
      <div className={styles.tools}>
        <Tabs
          label="Data"
          tabs={tabs}
          value={tab}
          onChange={(next) => setUrl({ tab: next }, { replace: true })}
        />
        <span className={styles.grow} />
        <Switch
          label="Run automatically"
          checked={runsAutomatically}
          onChange={onRunsAutomatically}
        />
        <Button size="sm" icon={Play} onClick={run}>
          Run queries <Kbd keys="mod+Enter" />
        </Button>
      </div>
      <TabPanel id={tab}>
        <Suspense fallback={<ProgressBar />}>
          {tab === 'query' && <QueryTab panel={panel} preview={preview} onRun={run} />}
          {tab === 'transform' && (
            <TransformTab
              panelId={panel.id}
              frames={preview.answers}
              timeZone={timeZone}
              interpolate={(text) => fillText(text, preview.scope.currentValues())}
              {...(showUpTo === undefined ? {} : { showUpTo })}
              onShowUpTo={onShowUpTo}
            />
          )}
        </Suspense>
      </TabPanel>
    </>
  );
}
