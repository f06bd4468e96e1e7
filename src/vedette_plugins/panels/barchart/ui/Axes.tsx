import { alpha } from '@vedette/sdk';
import styles from './BarChart.module.css';
import type { Drawing } from './model';

/** Grid, thresholds and labels around the bars. */
export function Axes({ drawn }: { drawn: Drawing }) {
  const { area, horizontal, valueTicks, zero, grid, axisHidden, axisBorder, axisColor } = drawn;
  const tickStyle = axisColor ? { fill: axisColor } : undefined;
  const line = (at: number) =>
    horizontal
      ? { x1: at, x2: at, y1: 0, y2: area.height }
      : { x1: 0, x2: area.width, y1: at, y2: at };
  return (
    <g transform={`translate(${area.left} ${area.top})`}>
      {grid && valueTicks.map(({ at }) => <line key={at} className={styles.grid} {...line(at)} />)}
      <Thresholds drawn={drawn} />
      <line className={styles.zero} {...line(zero)} />
      {axisBorder && !axisHidden && (
        <line
          className={styles.zero}
          x1={0}
          y1={horizontal ? area.height : 0}
          x2={horizontal ? area.width : 0}
          y2={area.height}
        />
      )}
      {!axisHidden &&
        valueTicks.map(({ at, text }) => (
          <text
            key={at}
            className={styles.tick}
            style={tickStyle}
            x={horizontal ? at : -8}
            y={horizontal ? area.height + 16 : at}
            textAnchor={horizontal ? 'middle' : 'end'}
            dominantBaseline={horizontal ? 'auto' : 'central'}
          >
            {text}
          </text>
        ))}
      <CategoryLabels drawn={drawn} />
      {drawn.axisLabel && !axisHidden && (
        <text
          className={styles.tick}
          style={tickStyle}
          textAnchor="middle"
          transform={
            horizontal
              ? `translate(${area.width / 2} ${area.height + 34})`
              : `translate(${12 - area.left} ${area.height / 2}) rotate(-90)`
          }
        >
          {drawn.axisLabel}
        </text>
      )}
    </g>
  );
}

function CategoryLabels({
  drawn: { area, horizontal, categoryTicks, rotation },
}: {
  drawn: Drawing;
}) {
  const most = Math.floor(area.left / 6.3) - 1;
  return categoryTicks.map(({ at, text }, i) => {
    if (horizontal) {
      return (
        <text
          key={i}
          className={styles.category}
          x={-8}
          y={at}
          textAnchor="end"
          dominantBaseline="central"
        >
          {text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text}
          <title>{text}</title>
        </text>
      );
    }
    const anchor = rotation === 0 ? 'middle' : rotation > 0 ? 'start' : 'end';
    return (
      <text
        key={i}
        className={styles.category}
        textAnchor={anchor}
        transform={`translate(${at} ${area.height + (rotation ? 11 : 16)}) rotate(${rotation})`}
      >
        {text}
      </text>
    );
  });
}

function Thresholds({ drawn: { area, horizontal, thresholds } }: { drawn: Drawing }) {
  return thresholds.map(({ at, until, color, line, area: filled, dashed }, i) => {
    const start = Math.min(at, until);
    const size = Math.abs(until - at);
    return (
      <g key={i}>
        {filled && color !== 'transparent' && (
          <rect
            x={horizontal ? start : 0}
            y={horizontal ? 0 : start}
            width={horizontal ? size : area.width}
            height={horizontal ? area.height : size}
            fill={alpha(color, 0.08)}
          />
        )}
        {line && (
          <line
            x1={horizontal ? at : 0}
            x2={horizontal ? at : area.width}
            y1={horizontal ? 0 : at}
            y2={horizontal ? area.height : at}
            stroke={color}
            strokeDasharray={dashed ? '5 4' : undefined}
          />
        )}
      </g>
    );
  });
}
