import { useEffect, useRef } from 'react';
import { LinkTo } from '@vedette/sdk';
import type { GraphEdge, GraphNode } from './graph';
import type { Point } from './layout';
import styles from './NodeGraph.module.css';

export interface Opened {
  item: GraphNode | GraphEdge;
  /** In pixels of the panel. */
  at: Point;
}

interface Props extends Opened {
  titleOf: (id: string) => string;
  width: number;
  height: number;
  onClose: () => void;
}

const WIDTH = 240;
const LEAST_HEIGHT = 160;

/** What is known of a node or an edge, and where it leads. */
export function ItemMenu({ item, at, titleOf, width, height, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [item]);
  const isEdge = 'source' in item;
  const stats: [string, string][] = [
    [item.statNames[0], item.mainStat],
    [item.statNames[1], item.secondaryStat],
    ...('arcs' in item
      ? item.arcs.map(({ name, value }): [string, string] => [
          name,
          `${(value * 100).toFixed(1)} %`,
        ])
      : []),
    ...item.details,
  ];
  const links = item.links();
  const left = Math.max(4, Math.min(at.x, width - WIDTH - 4));
  const top = Math.max(4, Math.min(at.y, height - LEAST_HEIGHT));
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={isEdge ? 'Edge' : 'Node'}
      tabIndex={-1}
      className={styles.menu}
      style={{ left, top, width: WIDTH, maxHeight: height - top - 4 }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header>
        <strong>
          {isEdge ? `${titleOf(item.source)} → ${titleOf(item.target)}` : item.title || item.id}
        </strong>
        {!isEdge && item.subtitle && <span>{item.subtitle}</span>}
        <button type="button" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <dl>
        {stats.map(([name, value], index) =>
          value ? (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {links.length > 0 && (
        <nav aria-label="Links">
          {links.map((link, index) => (
            <LinkTo key={index} link={link} />
          ))}
        </nav>
      )}
    </div>
  );
}
