/** One panel of the draft: its preview, its data, its options. */
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { PanelModel } from '../../../../data';
import { EmptyState, ProgressBar } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import type { LayoutItem } from '../../model/layout';
import { OptionsPane } from '../options/OptionsPane';
import type { TypeMemory } from './picker/candidates';
import { Stage } from './Stage';
import { useAppliedQueries } from './useAppliedQueries';
import { usePreview } from './usePreview';
import styles from './PanelEditor.module.css';

const DataArea = lazy(() => import('./DataArea').then((m) => ({ default: m.DataArea })));

const VisualizationPicker = lazy(() =>
  import('./picker/VisualizationPicker').then((m) => ({ default: m.VisualizationPicker })),
);

export interface PanelEditorProps {
  memory: TypeMemory;
  panelId: number;
  items: readonly LayoutItem[];
}

export function PanelEditor({ panelId, items, memory }: PanelEditorProps): ReactNode {
  const item = items.find(({ kind, panel }) => kind === 'panel' && panel.id === panelId);
  if (!item)
    return (
      <EmptyState title="Panel not found">
        This dashboard has no panel with the number {String(panelId)}.
      </EmptyState>
    );
  return <OpenPanel item={item} memory={memory} />;
}

function OpenPanel({ item, memory }: { item: LayoutItem; memory: TypeMemory }): ReactNode {
  const [runsAutomatically, setRunsAutomatically] = useState(true);
  const [showUpTo, setShowUpTo] = useState<number>();
  const applied = useAppliedQueries(item.panel, runsAutomatically);
  const [isPicking, setPicking] = useState(false);
  const [candidate, setCandidate] = useState<PanelModel>();
  const shown = useMemo(
    () => (candidate ? { ...item, panel: candidate } : item),
    [item, candidate],
  );
  const preview = usePreview(shown, applied, showUpTo);
  useShortcuts([
    {
      keys: 'v',
      label: 'Change the visualization',
      group: 'Panel editor',
      run: () => setPicking(true),
    },
  ]);
  return (
    <div className={styles.editor}>
      <section className={styles.stage} aria-label="Preview">
        <Stage preview={preview} />
      </section>
      <section className={styles.data} aria-label="Data">
        <Suspense fallback={<ProgressBar />}>
          <DataArea
            panel={item.panel}
            preview={preview}
            applied={applied}
            runsAutomatically={runsAutomatically}
            onRunsAutomatically={setRunsAutomatically}
            showUpTo={showUpTo}
            onShowUpTo={setShowUpTo}
          />
        </Suspense>
      </section>
      <section className={styles.options} aria-label="Options">
        {isPicking ? (
          <Suspense fallback={<ProgressBar />}>
            <VisualizationPicker
              panel={item.panel}
              preview={preview}
              memory={memory}
              onPreview={setCandidate}
              onClose={() => setPicking(false)}
            />
          </Suspense>
        ) : (
          <OptionsPane panel={item.panel} preview={preview} onPickType={() => setPicking(true)} />
        )}
      </section>
    </div>
  );
}
