/** One panel of the draft: its preview, its data, its options. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { EmptyState, ProgressBar } from '../../../../design';
import type { LayoutItem } from '../../model/layout';
import { OptionsPane } from '../options/OptionsPane';
import { Stage } from './Stage';
import { useAppliedQueries } from './useAppliedQueries';
import { usePreview } from './usePreview';
import styles from './PanelEditor.module.css';

const DataArea = lazy(() => import('./DataArea').then((m) => ({ default: m.DataArea })));

export interface PanelEditorProps {
  panelId: number;
  items: readonly LayoutItem[];
}

export function PanelEditor({ panelId, items }: PanelEditorProps): ReactNode {
  const item = items.find(({ kind, panel }) => kind === 'panel' && panel.id === panelId);
  if (!item)
    return (
      <EmptyState title="Panel not found">
        This dashboard has no panel with the number {String(panelId)}.
      </EmptyState>
    );
  return <OpenPanel item={item} />;
}

function OpenPanel({ item }: { item: LayoutItem }): ReactNode {
  const [runsAutomatically, setRunsAutomatically] = useState(true);
  const [showUpTo, setShowUpTo] = useState<number>();
  const applied = useAppliedQueries(item.panel, runsAutomatically);
  const preview = usePreview(item, applied, showUpTo);
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
        <OptionsPane panel={item.panel} preview={preview} />
      </section>
    </div>
  );
}
