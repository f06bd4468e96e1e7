/** Edit mode of a dashboard: the grid, the panel editor or the settings, all of one draft. */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { ProgressBar } from '../../../design';
import { useShortcuts } from '../../../kernel/shortcuts';
import type { LayoutItem } from '../model/layout';
import { useDashboard, useDashboardUrl } from '../session/context';
import { draftUid } from '../session/draftPlace';
import { DraftProvider } from './draft/context';
import type { DraftStore } from './draft/store';
import type { Step } from './draft/types';
import { EditBar } from './EditBar';
import { EditArea } from './grid/EditArea';
import type { TypeMemory } from './panel/picker/candidates';
import { KeepingProvider, NOTICES_ID, ReadOnly } from './save/keeping';

const PanelEditor = lazy(() =>
  import('./panel/PanelEditor').then((m) => ({ default: m.PanelEditor })),
);

const SettingsPage = lazy(() =>
  import('./settings/SettingsPage').then((m) => ({ default: m.SettingsPage })),
);

const GROUP = 'Editor';

export interface EditDashboardProps {
  draft: DraftStore;
  items: readonly LayoutItem[];
  onToggleRow: (key: string, collapsed: boolean) => void;
  isNew: boolean;
}

export function EditDashboard({ draft, items, onToggleRow, isNew }: EditDashboardProps): ReactNode {
  const { uid, setUrl } = useDashboard();
  const url = useDashboardUrl();
  const [memory] = useState<TypeMemory>(() => new Map());
  const show = (step: Step | undefined) => step && setUrl(placeOf(step));
  const undo = () => show(draft.undo());
  const redo = () => show(draft.redo());
  const panelId = Number(url.editPanel?.replace(/^panel-/, ''));

  useShortcuts([
    { keys: 'mod+z', label: 'Undo', group: GROUP, run: undo },
    { keys: 'mod+shift+z', label: 'Redo', group: GROUP, run: redo },
    { keys: 'mod+y', label: 'Redo', group: GROUP, run: redo },
  ]);
  useEffect(() => {
    const close = () => draft.closeStep();
    addEventListener('pointerup', close);
    addEventListener('focusout', close);
    return () => {
      removeEventListener('pointerup', close);
      removeEventListener('focusout', close);
    };
  }, [draft]);

  return (
    <DraftProvider value={draft}>
      <KeepingProvider uid={draftUid(uid)}>
        <EditBar isNew={isNew} onUndo={undo} onRedo={redo} onShow={show} />
        <div id={NOTICES_ID} />
        <ReadOnly>
          <Suspense fallback={<ProgressBar />}>
            {url.editview ? (
              <SettingsPage page={url.editview} />
            ) : url.editPanel ? (
              <PanelEditor key={panelId} panelId={panelId} items={items} memory={memory} />
            ) : (
              <EditArea items={items} onToggleRow={onToggleRow} />
            )}
          </Suspense>
        </ReadOnly>
      </KeepingProvider>
    </DraftProvider>
  );
}

/** Where in the editor a step is seen. */
export function placeOf({ focus }: Step) {
  if (focus?.page) return { editview: focus.page, editPanel: undefined };
  const isInEditor = focus?.tab !== undefined && focus.panels?.length === 1;
  return {
    edit: true,
    editview: undefined,
    editPanel: isInEditor ? String(focus.panels?.[0]) : undefined,
    tab: isInEditor && focus.tab !== 'options' ? focus.tab : undefined,
  };
}
