/** Dialogs and drawers over a dashboard. None of them is needed to see one, so all come later. */
import { lazy, Suspense, type ReactNode } from 'react';
import type { LayoutItem } from '../model/layout';
import { useDashboard, useDashboardUrl } from '../session/context';
import type { Overlay } from '../session/openPanels';
import { SaveDialog } from './settings/SaveDialog';
import { ShareDialog } from './share/ShareDialog';

const Inspector = lazy(() => import('./inspect/Inspector').then((m) => ({ default: m.Inspector })));
const SettingsDrawer = lazy(() =>
  import('./settings/SettingsDrawer').then((m) => ({ default: m.SettingsDrawer })),
);
const RenameDialog = lazy(() =>
  import('./manage/RenameDialog').then((m) => ({ default: m.RenameDialog })),
);
const CopyDialog = lazy(() =>
  import('./manage/CopyDialog').then((m) => ({ default: m.CopyDialog })),
);
const DeleteDialog = lazy(() =>
  import('./manage/DeleteDialog').then((m) => ({ default: m.DeleteDialog })),
);
const PanelJsonDrawer = lazy(() =>
  import('./settings/PanelJsonDrawer').then((m) => ({ default: m.PanelJsonDrawer })),
);

export interface OverlaysProps {
  overlay: Overlay | undefined;
  items: readonly LayoutItem[];
  onClose: () => void;
}

export function Overlays({ overlay, items, onClose }: OverlaysProps): ReactNode {
  const { setUrl } = useDashboard();
  const url = useDashboardUrl();
  const inspected =
    url.inspect === undefined
      ? undefined
      : items.find((item) => item.kind === 'panel' && matches(item, url.inspect ?? ''));
  return (
    <Suspense>
      {inspected && (
        <Inspector
          key={inspected.key}
          item={inspected}
          onClose={() => setUrl({ inspect: undefined, inspectTab: undefined })}
        />
      )}
      {overlay?.kind === 'share' && <ShareDialog panelKey={overlay.panelKey} onClose={onClose} />}
      {overlay?.kind === 'save' && <SaveDialog onClose={onClose} />}
      {overlay?.kind === 'rename' && <RenameDialog onClose={onClose} />}
      {overlay?.kind === 'copy' && <CopyDialog onClose={onClose} />}
      {overlay?.kind === 'delete' && <DeleteDialog onClose={onClose} />}
      {overlay?.kind === 'settings' && <SettingsDrawer tab={overlay.tab} onClose={onClose} />}
      {overlay?.kind === 'edit-panel' && (
        <PanelJsonDrawer panelId={overlay.panelId} onClose={onClose} />
      )}
    </Suspense>
  );
}

function matches(item: LayoutItem, key: string): boolean {
  return item.key === key || String(item.panel.id) === key;
}
