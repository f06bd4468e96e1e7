/** Geometry of a sparkline: SVG path data, thinned to what its width can show. */

export interface SparklineSize {
  width: number;
  height: number;
  /** Room for the line's own width, in pixels. */
  padding?: number;
}

export interface SparklinePaths {
  line: string;
  /** The line closed down to the bottom edge, for a fill. */
  area: string;
}

interface Point {
  x: number;
  y: number;
}

/**
 * `values` over evenly spaced or given `times`. `min` and `max` fix the vertical range; a flat line
 * runs through the middle. Null and non-finite values are left out and joined over.
 */
export function sparklinePaths(
  values: ArrayLike<unknown>,
  size: SparklineSize,
  options: { times?: ArrayLike<number>; min?: number | null; max?: number | null } = {},
): SparklinePaths {
  const points = thin(finitePoints(values, options.times), size.width);
  if (points.length === 0) return { line: '', area: '' };
  const scaled = fit(points, size, options.min, options.max);
  const line = scaled.length < 3 ? polyline(scaled) : monotoneCurve(scaled);
  const first = scaled[0] as Point;
  const last = scaled[scaled.length - 1] as Point;
  return {
    line,
    area: `${line}L${round(last.x)} ${size.height}L${round(first.x)} ${size.height}Z`,
  };
}

function finitePoints(values: ArrayLike<unknown>, times?: ArrayLike<number>): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < values.length; i++) {
    const y = values[i];
    if (typeof y === 'number' && Number.isFinite(y)) points.push({ x: times?.[i] ?? i, y });
  }
  return points;
}

/** Keeps the lowest and highest point of every pixel column, so that peaks survive. */
function thin(points: Point[], width: number): Point[] {
  const columns = Math.max(2, Math.floor(width / 2));
  if (points.length <= columns * 2) return points;
  const kept: Point[] = [];
  const perColumn = points.length / columns;
  for (let column = 0; column < columns; column++) {
    const from = Math.floor(column * perColumn);
    const to = Math.floor((column + 1) * perColumn);
    let low = from;
    let high = from;
    for (let i = from + 1; i < to; i++) {
      if ((points[i] as Point).y < (points[low] as Point).y) low = i;
      if ((points[i] as Point).y > (points[high] as Point).y) high = i;
    }
    for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)])
      kept.push(points[i] as Point);
  }
  return kept;
}

function fit(
  points: Point[],
  { width, height, padding = 1.5 }: SparklineSize,
  min?: number | null,
  max?: number | null,
) {
  let low = min ?? Infinity;
  let high = max ?? -Infinity;
  for (const { y } of points) {
    if (min == null && y < low) low = y;
    if (max == null && y > high) high = y;
  }
  const left = (points[0] as Point).x;
  const spanX = (points[points.length - 1] as Point).x - left || 1;
  const spanY = high - low;
  const inner = height - 2 * padding;
  const scaled = points.map(({ x, y }) => ({
    x: ((x - left) / spanX) * width,
    y: spanY > 0 ? padding + inner - ((y - low) / spanY) * inner : height / 2,
  }));
  if (scaled.length === 1) scaled.push({ x: width, y: (scaled[0] as Point).y });
  return scaled;
}

function polyline(points: Point[]): string {
  return points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
}

/** A curve through the points that never overshoots them (Fritsch and Carlson, 1980). */
function monotoneCurve(points: Point[]): string {
  const n = points.length;
  const slopes: number[] = [];
  for (let i = 0; i < n - 1; i++) {
    const a = points[i] as Point;
    const b = points[i + 1] as Point;
    slopes.push((b.y - a.y) / (b.x - a.x || 1e-9));
  }
  const tangents = points.map((_, i) => {
    const before = slopes[i - 1];
    const after = slopes[i];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  let path = `M${round((points[0] as Point).x)} ${round((points[0] as Point).y)}`;
  for (let i = 0; i < n - 1; i++) {
    const a = points[i] as Point;
    const b = points[i + 1] as Point;
    const third = (b.x - a.x) / 3;
    const y1 = a.y + third * (tangents[i] as number);
    const y2 = b.y - third * (tangents[i + 1] as number);
    path += `C${round(a.x + third)} ${round(y1)} ${round(b.x - third)} ${round(y2)} ${round(b.x)} ${round(b.y)}`;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
