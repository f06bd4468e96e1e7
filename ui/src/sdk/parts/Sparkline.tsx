import { useId, useMemo } from 'react';
import { sparklinePaths } from '../../charts/sparkline';

export interface SparklineProps {
  values: ArrayLike<unknown>;
  /** Positions along the x axis; points are evenly spaced without them. */
  times?: ArrayLike<number>;
  min?: number | null;
  max?: number | null;
  width: number;
  height: number;
  color: string;
  /** Fills the space below the line. */
  area?: boolean;
  lineWidth?: number;
  className?: string;
}

/**
 * A line without axes, drawn as SVG: for tiles and table cells, where a chart each would cost too
 * much.
 */
export function Sparkline(props: SparklineProps) {
  const {
    values,
    times,
    min,
    max,
    width,
    height,
    color,
    area = false,
    lineWidth = 1.5,
    className,
  } = props;
  const gradient = useId();
  const paths = useMemo(
    () => sparklinePaths(values, { width, height, padding: lineWidth }, { times, min, max }),
    [values, times, min, max, width, height, lineWidth],
  );
  if (width < 2 || height < 2 || !paths.line) return null;
  return (
    <svg
      className={className}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {area && (
        <>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={color} stopOpacity={0.32} />
            <stop offset="1" stopColor={color} stopOpacity={0.02} />
          </linearGradient>
          <path d={paths.area} fill={`url(#${gradient})`} />
        </>
      )}
      <path
        d={paths.line}
        fill="none"
        stroke={color}
        strokeWidth={lineWidth}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
