/** The real panel at the size of the dashboard, of the window or of a phone, and its data. */
import { lazy, Suspense, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { ProgressBar, Select } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { useSize } from '../../../../plugins/useSize';
import type { LayoutItem } from '../../model/layout';
import { PanelCard } from '../../parts/panel/PanelCard';
import { useDashboardTime } from '../../session/context';
import { statusOf } from './status';
import type { Preview } from './usePreview';
import styles from './PanelEditor.module.css';

const FramesTab = lazy(() =>
  import('../../../../inspect/FramesTab').then((m) => ({ default: m.FramesTab })),
);

type View = 'chart' | 'table' | 'both';
type Size = 'dashboard' | 'fill' | 'phone';

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
  { value: 'both', label: 'Chart and table' },
];
const COLUMN_GAP = 8;
const ROW_HEIGHT = 38;
const COLUMNS = 24;
/** Width of the navigation and of the padding around the grid. */
const BESIDE_GRID = 56 + 32;
const PHONE_WIDTH = 358;

export function Stage({ preview }: { preview: Preview }): ReactNode {
  const { item, frames, result } = preview;
  const { timeZone } = useDashboardTime();
  const [view, setView] = useState<View>('chart');
  const [size, setSize] = useState<Size>('dashboard');
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  useShortcuts([
    {
      keys: '\\',
      label: 'Chart, table or both',
      group: 'Panel editor',
      run: () => setView((before) => following(before)),
    },
  ]);
  const status = statusOf(result, item.panel);
  const sizes = [
    { value: 'dashboard' as const, label: `As on dashboard · ${item.w} × ${item.h}` },
    { value: 'fill' as const, label: 'Fill' },
    { value: 'phone' as const, label: 'Phone' },
  ];
  return (
    <>
      <div className={styles.tools}>
        <Select label="View" size="sm" value={view} options={VIEWS} onChange={setView} />
        {view !== 'table' && (
          <Select label="Size" size="sm" value={size} options={sizes} onChange={setSize} />
        )}
        <span className={styles.status} data-tone={status.tone} role="status">
          {status.text}
        </span>
      </div>
      <div className={styles.views} data-view={view}>
        {view !== 'table' && (
          <div ref={box} className={styles.box}>
            {room.width > 0 && (
              <div className={styles.scaled} style={placeOf(size, item, room)}>
                <PanelCard item={item} />
              </div>
            )}
          </div>
        )}
        {view !== 'chart' && (
          <div className={styles.table}>
            <Suspense fallback={<ProgressBar />}>
              <FramesTab title={item.panel.title ?? ''} frames={frames} timeZone={timeZone} />
            </Suspense>
          </div>
        )}
      </div>
    </>
  );
}

function following(view: View): View {
  return view === 'chart' ? 'table' : view === 'table' ? 'both' : 'chart';
}

/** The panel keeps its true size, and is scaled down where there is less room. */
function placeOf(
  size: Size,
  item: LayoutItem,
  room: { width: number; height: number },
): CSSProperties {
  if (size === 'fill') return { width: '100%', height: '100%' };
  const grid = window.innerWidth - BESIDE_GRID;
  const width =
    size === 'phone' || window.innerWidth < 760
      ? Math.min(PHONE_WIDTH, room.width)
      : (item.w * (grid + COLUMN_GAP)) / COLUMNS - COLUMN_GAP;
  const height = item.h * ROW_HEIGHT - COLUMN_GAP;
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width, height, transform: scale < 1 ? `scale(${scale})` : undefined };
}
