/** What the menu of a panel offers. */
import { Bell, Braces, Compass, Download, Eye, Link2, Pencil, Search, Table2 } from 'lucide-react';
import type { Frame } from '../../../../data';
import type { MenuItem } from '../../../../design';
import { downloadCsv } from '../../../../inspect/download';
import { can, mayExplore } from '../../../../kernel/boot';
import { notify } from '../../../../kernel/events';
import type { LayoutItem } from '../../model/layout';
import type { Dashboard } from '../../session/context';
import { openAlert } from '../../session/openAlert';
import { openExplore } from '../../session/openExplore';
import { mayEdit } from '../../session/mayEdit';
import type { InspectTab } from '../../session/openPanels';

export interface PanelAtHand {
  dashboard: Dashboard;
  item: LayoutItem;
  title: string;
  frames: readonly Frame[];
  /** False where there is nothing that Explore or an alert rule could ask. */
  asks: boolean;
  isViewed: boolean;
}

export function panelItems({
  dashboard,
  item,
  title,
  frames,
  asks,
  isViewed,
}: PanelAtHand): MenuItem[] {
  const { panel, key } = item;
  const inspect = (tab: InspectTab) => () => dashboard.setUrl({ inspect: key, inspectTab: tab });
  const items: MenuItem[] = [
    {
      label: isViewed ? 'Back to the dashboard' : 'View',
      icon: Eye,
      keys: 'v',
      onSelect: () => dashboard.setUrl({ viewPanel: isViewed ? undefined : key }),
    },
    {
      label: 'Copy link',
      icon: Link2,
      keys: 'p s',
      onSelect: () => copyLink(dashboard.shareUrl({ viewPanel: key })),
    },
  ];
  if (asks && mayExplore())
    items.push({
      label: 'Explore',
      icon: Compass,
      keys: 'x',
      onSelect: () => openExplore(dashboard, item),
    });
  items.push(
    'separator',
    { label: 'Inspect data', icon: Table2, keys: 'i', onSelect: inspect('data') },
    { label: 'Inspect query', icon: Search, onSelect: inspect('query') },
    { label: 'Inspect JSON', icon: Braces, onSelect: inspect('json') },
    {
      label: 'Download CSV',
      icon: Download,
      onSelect: () => void downloadCsv(title, frames),
      disabled: !frames.some((frame) => frame.length > 0),
    },
  );
  if (asks && can('alerting:write'))
    items.push('separator', {
      label: 'New alert rule',
      icon: Bell,
      onSelect: () => openAlert(dashboard, item, title),
    });
  if (mayEdit(dashboard.stored))
    items.push('separator', {
      label: 'Edit',
      icon: Pencil,
      keys: 'e',
      onSelect: () => dashboard.setUrl({ editPanel: String(panel.id) }),
    });
  if (dashboard.canSave && !isEditing(dashboard))
    items.push({
      label: 'Edit JSON',
      icon: Braces,
      onSelect: () => dashboard.open({ kind: 'edit-panel', panelId: panel.id }),
    });
  return items;
}

/** The drawer changes what is saved, which a draft must not be mixed with. */
function isEditing({ uid, latest }: Dashboard): boolean {
  const { edit, editPanel, editview } = latest().url;
  return !uid || Boolean(edit || editPanel || editview);
}

function copyLink(url: string): void {
  void navigator.clipboard?.writeText(url).then(() => notify('Link copied', 'success'));
}
