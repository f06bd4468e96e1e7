/**
 * Arcs and rings as SVG path data, for gauges and pies. Angles are degrees, 0 at twelve o'clock,
 * clockwise.
 */

export interface Ring {
  cx: number;
  cy: number;
  /** Outer and inner radius; 0 inside makes a wedge. */
  outer: number;
  inner: number;
}

export interface Span {
  start: number;
  end: number;
}

export interface PointXY {
  x: number;
  y: number;
}

export function pointAt(cx: number, cy: number, radius: number, angle: number): PointXY {
  const radians = ((angle - 90) * Math.PI) / 180;
  return { x: cx + radius * Math.cos(radians), y: cy + radius * Math.sin(radians) };
}

/** A filled segment of a ring. A span of 360° or more gives the whole ring. */
export function ringPath(ring: Ring, span: Span): string {
  const sweep = span.end - span.start;
  if (sweep <= 0) return '';
  if (sweep >= 359.999) return fullRing(ring);
  const { cx, cy, outer, inner } = ring;
  const large = sweep > 180 ? 1 : 0;
  const outerArc = `M${at(cx, cy, outer, span.start)}A${outer} ${outer} 0 ${large} 1 ${at(cx, cy, outer, span.end)}`;
  if (inner <= 0) return `${outerArc}L${number(cx)} ${number(cy)}Z`;
  return `${outerArc}L${at(cx, cy, inner, span.end)}A${inner} ${inner} 0 ${large} 0 ${at(cx, cy, inner, span.start)}Z`;
}

/** The middle line of an arc, to be stroked (round caps included) rather than filled. */
export function arcLine(cx: number, cy: number, radius: number, span: Span): string {
  const sweep = Math.min(span.end - span.start, 359.99);
  if (sweep <= 0) return '';
  const end = span.start + sweep;
  return `M${at(cx, cy, radius, span.start)}A${radius} ${radius} 0 ${sweep > 180 ? 1 : 0} 1 ${at(cx, cy, radius, end)}`;
}

/** The largest circle whose arc of `sweep` degrees, open at the bottom, fits into a box. */
export function fitArc(
  width: number,
  height: number,
  sweep: number,
): { cx: number; cy: number; radius: number } {
  const half = Math.min(180, sweep / 2);
  const below = half <= 90 ? 0 : -Math.cos((half * Math.PI) / 180);
  const radius = Math.max(0, Math.min(width / 2, height / (1 + below)));
  return { cx: width / 2, cy: (height - radius * (1 + below)) / 2 + radius, radius };
}

export interface Slice<T> extends Span {
  item: T;
  value: number;
  /** Part of the whole, 0..1. */
  share: number;
}

/** Shares of a circle in the order given; negative and missing values take no room. */
export function pieSlices<T>(items: readonly T[], valueOf: (item: T) => number): Slice<T>[] {
  const values = items.map((item) => Math.max(0, valueOf(item)) || 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  let angle = 0;
  return items.map((item, i) => {
    const value = values[i] as number;
    const share = total > 0 ? value / total : 0;
    const start = angle;
    angle += share * 360;
    return { item, value, share, start, end: angle };
  });
}

function fullRing({ cx, cy, outer, inner }: Ring): string {
  const circle = (r: number, direction: 0 | 1) =>
    `M${number(cx)} ${number(cy - r)}` +
    `A${r} ${r} 0 1 ${direction} ${number(cx)} ${number(cy + r)}A${r} ${r} 0 1 ${direction} ${number(cx)} ${number(cy - r)}Z`;
  return inner > 0 ? circle(outer, 1) + circle(inner, 0) : circle(outer, 1);
}

function at(cx: number, cy: number, radius: number, angle: number): string {
  const { x, y } = pointAt(cx, cy, radius, angle);
  return `${number(x)} ${number(y)}`;
}

function number(value: number): number {
  return Math.round(value * 1000) / 1000;
}
