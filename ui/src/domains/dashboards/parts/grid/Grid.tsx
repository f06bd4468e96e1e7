/** All panels of a dashboard in their places. */
import { memo, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { panelTypes } from '../../../../plugins/panelTypes';
import { fillText } from '../../../../querying/fill';
import type { LayoutItem } from '../../model/layout';
import { scopedValues } from '../../model/panelVariables';
import { useDashboardValues } from '../../session/context';
import { PanelCard } from '../panel/PanelCard';
import styles from './Grid.module.css';

export interface GridProps {
  items: readonly LayoutItem[];
  onToggleRow: (key: string, collapsed: boolean) => void;
}

export const Grid = memo(function Grid({ items, onToggleRow }: GridProps): ReactNode {
  const rows = items.reduce((bottom, item) => Math.max(bottom, item.y + item.h), 0);
  return (
    <div data-grid className={styles.grid} style={{ '--rows': rows } as CSSProperties}>
      {items.map((item) => (
        <div
          key={`${item.kind}-${item.key}`}
          className={cellClass(item)}
          style={placeOf(item)}
          data-grows={narrow(item) === 'grow' ? '' : undefined}
        >
          {item.kind === 'row' ? (
            <Row item={item} onToggle={onToggleRow} />
          ) : (
            <PanelCard item={item} />
          )}
        </div>
      ))}
    </div>
  );
});

function placeOf({ x, y, w, h }: LayoutItem): CSSProperties {
  return { '--x': x, '--y': y, '--w': w, '--h': h } as CSSProperties;
}

const narrow = ({ kind, panel }: LayoutItem) =>
  kind === 'panel' ? panelTypes.get(panel.type)?.narrow : undefined;

/**
 * On narrow windows small numbers stand two by two, everything else takes the whole width, and text
 * grows.
 */
function cellClass(item: LayoutItem): string {
  if (item.kind === 'row') return `${styles.cell} ${styles.isRow}`;
  const isSmall = narrow(item) === 'half' && item.w <= 8 && item.h <= 6;
  return isSmall ? `${styles.cell} ${styles.isSmall}` : `${styles.cell}`;
}

function Row({
  item,
  onToggle,
}: {
  item: LayoutItem;
  onToggle: GridProps['onToggleRow'];
}): ReactNode {
  const { values } = useDashboardValues();
  const title = fillText(item.panel.title ?? '', scopedValues(values, item.scope), 'text');
  const count = item.count ?? 0;
  return (
    <div className={styles.row} data-row role="heading" aria-level={2}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={!item.collapsed}
        onClick={() => onToggle(item.key, !item.collapsed)}
      >
        <ChevronDown size={14} aria-hidden />
        <span className={styles.rowTitle}>{title || 'Row'}</span>
        <span className={styles.count}>
          {count} {count === 1 ? 'panel' : 'panels'}
        </span>
      </button>
      <span className={styles.line} />
    </div>
  );
}

const LEAST_HEIGHT = 320;
const BELOW = 24;

/** One panel over the whole page: from where it begins to the bottom of the window. */
export function ViewedPanel({ item, bare }: { item: LayoutItem; bare?: boolean }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  useLayoutEffect(() => {
    const measure = () => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setHeight(Math.max(LEAST_HEIGHT, window.innerHeight - top - (bare ? 0 : BELOW)));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [bare]);
  return (
    <div ref={box} style={{ height }}>
      <PanelCard item={item} isViewed={!bare} bare={bare} />
    </div>
  );
}
