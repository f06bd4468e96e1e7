import { memo, type MouseEvent } from 'react';
import type { EdgeShape } from './geometry';
import type { GraphEdge } from './graph';
import type { Point } from './layout';
import styles from './Marks.module.css';

interface Props {
  edge: GraphEdge;
  shape: EdgeShape;
  isDim: boolean;
  isStrong: boolean;
  hasLabel: boolean;
  onHover: (id: string | undefined) => void;
  onOpen: (edge: GraphEdge, at: Point) => void;
}

export const EdgeMark = memo(function EdgeMark({
  edge,
  shape,
  isDim,
  isStrong,
  hasLabel,
  onHover,
  onOpen,
}: Props) {
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen(edge, { x: event.clientX, y: event.clientY });
  };
  const color = edge.color ? { stroke: edge.color, fill: edge.color } : undefined;
  const label = [edge.mainStat, edge.secondaryStat].filter(Boolean).join(' · ');
  return (
    <g
      className={styles.edge}
      data-dim={isDim || undefined}
      data-strong={isStrong || edge.isHighlighted || undefined}
      onPointerEnter={() => onHover(edge.id)}
      onPointerLeave={() => onHover(undefined)}
      onClick={open}
      onContextMenu={open}
    >
      <path className={styles.reach} d={shape.path} />
      <path
        className={styles.line}
        d={shape.path}
        strokeWidth={edge.thickness}
        strokeDasharray={edge.dashes}
        style={color && { stroke: color.stroke }}
      />
      <polygon
        className={styles.arrow}
        points={shape.arrow}
        style={color && { fill: color.fill }}
      />
      {hasLabel && label && (
        <text
          className={styles.label}
          x={shape.middle.x}
          y={shape.middle.y - 5 - edge.thickness / 2}
        >
          {label}
        </text>
      )}
    </g>
  );
});
