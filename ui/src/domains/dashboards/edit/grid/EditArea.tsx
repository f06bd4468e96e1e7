/** Edit mode below its bars: the grid, the pane at its side, and the bar for several panels. */
import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import { ListTree, PanelRight } from 'lucide-react';
import { Button, IconButton, ProgressBar, TabPanel, Tabs } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import type { LayoutItem } from '../../model/layout';
import { useClipboard } from '../clipboard/useClipboard';
import { EditGrid } from './EditGrid';
import { cellKey } from './places';
import { SelectionBar } from './SelectionBar';
import { takeEdited, useAreaActions, type AreaActions } from './useAreaActions';
import { useIsPhone } from './useIsPhone';
import { useSelection } from './useSelection';
import styles from './Pane.module.css';

const PropertiesPane = lazy(() =>
  import('./Properties').then((m) => ({ default: m.PropertiesPane })),
);
const Outline = lazy(() => import('./Outline').then((m) => ({ default: m.Outline })));
const StartScreen = lazy(() =>
  import('../start/StartScreen').then((m) => ({ default: m.StartScreen })),
);
const PhoneSheet = lazy(() => import('./PhoneSheet').then((m) => ({ default: m.PhoneSheet })));

const OPEN_KEY = 'vedette.editPane';
const DOCKED_FROM_PX = 1280;

export interface EditAreaProps {
  items: readonly LayoutItem[];
  onToggleRow: (key: string, collapsed: boolean) => void;
}

export function EditArea({ items, onToggleRow }: EditAreaProps): ReactNode {
  const selection = useSelection(items);
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = usePaneOpen();
  const [tab, setTab] = useState<PaneTab>('properties');
  const [news, setNews] = useState('');
  const [focusRequest, setFocusRequest] = useState(() => {
    const id = takeEdited();
    return id === undefined ? undefined : { id, count: 1 };
  });
  const moveByKeys = useRef<(ids: readonly number[]) => void>(undefined);
  const focus = useCallback(
    (id: number) => setFocusRequest((before) => ({ id, count: (before?.count ?? 0) + 1 })),
    [],
  );
  const clipboard = useClipboard({
    ids: () => (selection.ids.length > 0 ? selection.ids : focusedIds(items)),
    announce: setNews,
    select: selection.set,
  });
  const actions = useAreaActions({
    items,
    selection,
    announce: setNews,
    focus,
    copy: clipboard.copy,
  });
  const onReady = useCallback((move: (ids: readonly number[]) => void) => {
    moveByKeys.current = move;
  }, []);
  const gridActions = {
    edit: (item: LayoutItem) => actions.editPanel(item.panel.id),
    rename: (item: LayoutItem) => {
      selection.set([item.panel.id]);
      setOpen(true);
      setTab('properties');
      focusTitle();
    },
    duplicate: actions.duplicate,
    remove: actions.remove,
  };
  useShortcuts([
    { keys: ']', label: 'Open or close the pane', group: 'Editor', run: () => setOpen(!isOpen) },
  ]);

  const { ids } = selection;
  const pane = (
    <Pane ids={ids} actions={actions} tab={tab} onTab={setTab} onClose={() => setOpen(false)} />
  );
  return (
    <div className={styles.area}>
      <div className={styles.main}>
        {!isOpen && items.length > 0 && (
          <div className={styles.opener}>
            <Button size="sm" icon={isPhone ? ListTree : PanelRight} onClick={() => setOpen(true)}>
              {isPhone ? 'Outline' : 'Properties'}
            </Button>
          </div>
        )}
        {items.length === 0 ? (
          <Suspense fallback={<ProgressBar />}>
            <StartScreen />
          </Suspense>
        ) : (
          <EditGrid
            items={items}
            valuesOf={actions.valuesOf}
            selection={selection}
            actions={gridActions}
            onToggleRow={onToggleRow}
            announce={setNews}
            focusRequest={focusRequest}
            onReady={onReady}
          />
        )}
      </div>
      {isOpen && !isPhone && items.length > 0 && (
        <aside className={styles.pane} aria-label="Properties and outline">
          {pane}
        </aside>
      )}
      {isPhone && (isOpen || ids.length > 0) && (
        <Suspense>
          <PhoneSheet
            ids={ids}
            actions={actions}
            isOutline={isOpen}
            onClose={() => {
              setOpen(false);
              selection.clear();
            }}
          />
        </Suspense>
      )}
      {ids.length > 1 && !isPhone && (
        <SelectionBar
          ids={ids}
          actions={actions}
          onMove={() => moveByKeys.current?.(ids)}
          onClear={selection.clear}
        />
      )}
      <div role="status" aria-live="polite" className="vd-sr">
        {news}
      </div>
      {clipboard.dialog}
    </div>
  );
}

/** The panel or row that has the focus. */
function focusedIds(items: readonly LayoutItem[]): readonly number[] {
  const cell = document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset.cell;
  const item = items.find((one) => cellKey(one) === cell);
  return item ? [item.panel.id] : [];
}

type PaneTab = 'properties' | 'outline';

function Pane({
  ids,
  actions,
  tab,
  onTab,
  onClose,
}: {
  ids: readonly number[];
  actions: AreaActions;
  tab: PaneTab;
  onTab: (tab: PaneTab) => void;
  onClose: () => void;
}): ReactNode {
  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          label="Pane"
          value={tab}
          onChange={onTab}
          tabs={[
            { id: 'properties', label: 'Properties' },
            { id: 'outline', label: 'Outline' },
          ]}
        />
        <IconButton icon={PanelRight} label="Close the pane" onClick={onClose} />
      </div>
      <TabPanel id={tab}>
        <Suspense>
          {tab === 'properties' ? (
            <PropertiesPane ids={ids} actions={actions} />
          ) : (
            <Outline ids={ids} actions={actions} />
          )}
        </Suspense>
      </TabPanel>
    </>
  );
}

/** The title field of the pane, once it is there. */
function focusTitle(tries = 20): void {
  const field = document.querySelector<HTMLInputElement>('[data-panel-title]');
  if (field) field.select();
  else if (tries > 0) setTimeout(() => focusTitle(tries - 1), 25);
}

/** Remembered in the browser; on a phone the sheet opens only when it is needed. */
function usePaneOpen(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => {
    if (innerWidth <= 760) return false;
    const stored = read();
    return stored === undefined ? innerWidth >= DOCKED_FROM_PX : stored;
  });
  return [
    isOpen,
    (next) => {
      setOpen(next);
      if (innerWidth > 760) write(next);
    },
  ];
}

function read(): boolean | undefined {
  try {
    const stored = localStorage.getItem(OPEN_KEY);
    return stored === null ? undefined : stored === 'open';
  } catch {
    return undefined;
  }
}

function write(isOpen: boolean): void {
  try {
    localStorage.setItem(OPEN_KEY, isOpen ? 'open' : 'closed');
  } catch {
    // Private windows store nothing; the pane then opens as by default.
  }
}
