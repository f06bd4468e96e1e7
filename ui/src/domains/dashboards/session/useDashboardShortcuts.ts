/**
 * Keys on an open dashboard; those for one panel act on the panel under the pointer or in focus.
 */
import { mayExplore } from '../../../kernel/boot';
import { notify } from '../../../kernel/events';
import { useShortcuts } from '../../../kernel/shortcuts';
import type { LayoutItem } from '../model/layout';
import { rangeToText, shifted, zoomedOut } from '../../../timepicker/moves';
import type { Dashboard, DashboardSession, DashboardTime } from './context';
import { mayEdit } from './mayEdit';
import type { Overlay } from './openPanels';

export interface ShortcutTargets {
  session: DashboardSession;
  items: readonly LayoutItem[];
  open: (overlay: Overlay) => void;
  openTime: () => void;
  setAllRows: (collapsed: boolean) => void;
  close: () => boolean;
}

const PAGE = 'Dashboard';
const PANEL = 'Panel that is hovered or focused';

export function useDashboardShortcuts({
  session,
  items,
  open,
  openTime,
  setAllRows,
  close,
}: ShortcutTargets): void {
  const { dashboard, time, url } = session;
  const { setRange, setUrl, canSave } = dashboard;
  const { range } = time;
  const itemAtHand = () => {
    const key = url.viewPanel ?? panelAtHand();
    return items.find((candidate) => candidate.kind === 'panel' && candidate.key === key);
  };
  const onPanel = (act: (item: LayoutItem) => void) => () => {
    const item = itemAtHand();
    if (item) act(item);
  };
  const edit = (item: LayoutItem | undefined) => {
    if (!mayEdit(dashboard.stored))
      notify('You do not have permission to edit this dashboard.', 'warning');
    else if (item) setUrl({ editPanel: String(item.panel.id) });
    else setUrl({ edit: true });
  };
  const zoomOut = () => setRange(zoomedOut(range));

  useShortcuts([
    { keys: 't t', label: 'Choose the time range', group: PAGE, run: openTime },
    { keys: 't z', label: 'Zoom out', group: PAGE, run: zoomOut },
    { keys: 'mod+z', label: 'Zoom out', group: PAGE, run: zoomOut },
    { keys: 't ArrowLeft', label: 'Earlier', group: PAGE, run: () => setRange(shifted(range, -1)) },
    { keys: 't ArrowRight', label: 'Later', group: PAGE, run: () => setRange(shifted(range, 1)) },
    {
      keys: 't a',
      label: 'Make the time range absolute',
      group: PAGE,
      run: () => setRange({ from: String(range.from), to: String(range.to) }),
    },
    {
      keys: 't c',
      label: 'Copy the time range',
      group: PAGE,
      run: () => void navigator.clipboard?.writeText(rangeToText(range.raw)),
    },
    {
      keys: 't v',
      label: 'Paste a time range',
      group: PAGE,
      run: () => void pasteRange(setRange, time),
    },
    { keys: 'd r', label: 'Refresh', group: PAGE, run: dashboard.refresh },
    {
      keys: 'd s',
      label: 'Settings',
      group: PAGE,
      run: () => open({ kind: 'settings', tab: 'json' }),
    },
    {
      keys: 'd k',
      label: 'Kiosk',
      group: PAGE,
      run: () => setUrl({ kiosk: url.kiosk ? undefined : true }),
    },
    {
      keys: 'd v',
      label: 'Kiosk',
      group: PAGE,
      run: () => setUrl({ kiosk: url.kiosk ? undefined : true }),
    },
    { keys: 'd e', label: 'Open all rows', group: PAGE, run: () => setAllRows(false) },
    { keys: 'd shift+e', label: 'Open all rows', group: PAGE, run: () => setAllRows(false) },
    { keys: 'd shift+c', label: 'Close all rows', group: PAGE, run: () => setAllRows(true) },
    {
      keys: 'mod+s',
      label: 'Save',
      group: PAGE,
      inInputs: true,
      run: () =>
        canSave
          ? open({ kind: 'save' })
          : notify('You do not have permission to save this dashboard.', 'warning'),
    },
    {
      keys: 'v',
      label: 'View full screen',
      group: PANEL,
      run: onPanel((item) => setUrl({ viewPanel: url.viewPanel ? undefined : item.key })),
    },
    {
      keys: 'i',
      label: 'Inspect',
      group: PANEL,
      run: onPanel((item) => setUrl({ inspect: item.key, inspectTab: 'data' })),
    },
    ...(mayExplore()
      ? [
          {
            keys: 'x',
            label: 'Explore',
            group: PANEL,
            run: onPanel((item) => void explore(dashboard, item)),
          },
        ]
      : []),
    { keys: 'e', label: 'Edit', group: PANEL, run: () => edit(itemAtHand()) },
    { keys: 'shift+e', label: 'Edit the dashboard', group: PAGE, run: () => edit(undefined) },
    {
      keys: 'p s',
      label: 'Share',
      group: PANEL,
      run: onPanel((item) => open({ kind: 'share', panelKey: item.key })),
    },
    {
      keys: 'Escape',
      label: 'Back',
      group: PAGE,
      run: () => {
        if (close()) return;
        if (url.viewPanel) setUrl({ viewPanel: undefined });
        else if (url.kiosk) setUrl({ kiosk: undefined });
      },
    },
  ]);
}

async function explore(dashboard: Dashboard, item: LayoutItem): Promise<void> {
  const { openExplore } = await import('./openExplore');
  openExplore(dashboard, item);
}

async function pasteRange(
  setRange: Dashboard['setRange'],
  { timeOptions }: DashboardTime,
): Promise<void> {
  const text = await navigator.clipboard?.readText();
  const { rangeFromText } = await import('../../../timepicker/editing');
  const pasted = rangeFromText(text ?? '', timeOptions);
  if (pasted) setRange(pasted);
  else notify('The clipboard does not contain a time range.', 'warning');
}

/** The panel in focus, or the one under the pointer. */
function panelAtHand(): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-panel]');
  const hovered = [...document.querySelectorAll<HTMLElement>('[data-panel]:hover')].at(-1);
  return (hovered ?? focused)?.dataset.panel;
}
