import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import type { GraphNode } from './graph';
import { iconPath } from './icons';
import type { Point } from './layout';
import styles from './Marks.module.css';

interface Props {
  node: GraphNode;
  at: Point;
  isDim: boolean;
  isFound: boolean;
  isReachable: boolean;
  onHover: (id: string | undefined) => void;
  onOpen: (node: GraphNode, at: Point) => void;
}

const ICON = 24;
const LONGEST_NAME = 26;

export const NodeMark = memo(function NodeMark({
  node,
  at,
  isDim,
  isFound,
  isReachable,
  onHover,
  onOpen,
}: Props) {
  const { radius } = node;
  const openAtMouse = ({ clientX, clientY }: MouseEvent) =>
    onOpen(node, { x: clientX, y: clientY });
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    onOpen(node, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
  };
  const name = node.title || node.id;
  const stats = [node.mainStat, node.secondaryStat].filter(Boolean);
  return (
    <g
      className={styles.node}
      transform={`translate(${at.x} ${at.y})`}
      data-dim={isDim || undefined}
      role="button"
      tabIndex={isReachable ? 0 : -1}
      aria-label={[name, node.subtitle, ...stats].filter(Boolean).join(', ')}
      onPointerEnter={() => onHover(node.id)}
      onPointerLeave={() => onHover(undefined)}
      onFocus={() => onHover(node.id)}
      onBlur={() => onHover(undefined)}
      onClick={openAtMouse}
      onContextMenu={(event) => {
        event.preventDefault();
        openAtMouse(event);
      }}
      onKeyDown={onKeyDown}
    >
      {(isFound || node.isHighlighted) && <circle r={radius + 7} className={styles.halo} />}
      <circle r={radius} className={styles.disc} />
      <Ring node={node} />
      <text className={styles.title} y={radius + 20}>
        {shortened(name)}
      </text>{' '}
      {node.subtitle && (
        <text className={styles.subtitle} y={radius + 36}>
          {shortened(node.subtitle)}
        </text>
      )}{' '}
      <Inside node={node} />
      <title>{[name, node.subtitle].filter(Boolean).join('\n')}</title>
    </g>
  );
});

function Ring({ node: { arcs, radius, color } }: { node: GraphNode }) {
  const total = arcs.reduce((sum, { value }) => sum + value, 0);
  if (color || total === 0)
    return (
      <circle r={radius} className={styles.ring} style={color ? { stroke: color } : undefined} />
    );
  // Shares that add up to more than the whole are drawn in proportion.
  const scale = 1 / Math.max(1, total);
  const startOf = (index: number) =>
    arcs.slice(0, index).reduce((sum, { value }) => sum + value * scale, 0);
  return (
    <>
      <circle r={radius} className={styles.ring} />
      {arcs.map(({ name, value, color: stroke }, index) => {
        const length = value * scale;
        return (
          <circle
            key={name}
            r={radius}
            className={styles.ring}
            pathLength={1}
            transform="rotate(-90)"
            strokeDasharray={`${length} ${1 - length + 1e-4}`}
            strokeDashoffset={-startOf(index)}
            style={{ stroke }}
          />
        );
      })}
    </>
  );
}

/** The icon, else the two stats, as large as they fit. */
function Inside({ node: { icon, mainStat, secondaryStat, radius } }: { node: GraphNode }) {
  const path = iconPath(icon);
  if (path) {
    const scale = (radius * 0.9) / ICON;
    return (
      <path
        className={styles.icon}
        d={path}
        transform={`scale(${scale}) translate(${-ICON / 2} ${-ICON / 2})`}
      />
    );
  }
  const room = radius * 1.65;
  const main = Math.min(14, (room / Math.max(1, mainStat.length)) * 1.75);
  const second = Math.min(12, (room / Math.max(1, secondaryStat.length)) * 1.75);
  return (
    <>
      {mainStat && (
        <text className={styles.main} y={secondaryStat ? -3 : main / 3} style={{ fontSize: main }}>
          {mainStat}
        </text>
      )}{' '}
      {secondaryStat && (
        <text className={styles.second} y={mainStat ? 14 : second / 3} style={{ fontSize: second }}>
          {secondaryStat}
        </text>
      )}
    </>
  );
}

function shortened(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…` : text;
}
