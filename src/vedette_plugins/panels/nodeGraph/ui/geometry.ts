/** Lines between nodes. */
import type { GraphEdge } from './graph';
import type { Point } from './layout';

export interface Circle extends Point {
  radius: number;
}

export interface EdgeShape {
  path: string;
  /** Three corners of the arrow, as SVG points. */
  arrow: string;
  middle: Point;
}

const ARROW = 9;
const RING = 5;

/**
 * `place` counts edges between the same two nodes: each bends a little more. Edges that lead to the
 * right leave and arrive level; others are bowed, so that there and back are two lines.
 */
export function edgeShape(
  source: Circle,
  target: Circle,
  place: number,
  thickness: number,
): EdgeShape {
  if (source === target) return loopShape(source, place);
  const size = ARROW + thickness;
  const isForward = target.x - source.x > source.radius + target.radius + 40;
  return isForward
    ? levelShape(source, target, place, size)
    : bowedShape(source, target, place, size);
}

function levelShape(source: Circle, target: Circle, place: number, size: number): EdgeShape {
  const start = { x: source.x + source.radius + RING, y: source.y };
  const end = { x: target.x - target.radius - RING - size, y: target.y };
  const reach = (end.x - start.x) / 2;
  const shift = bend(place) * 30;
  const path = `M${xy(start)} C${xy({ x: start.x + reach, y: start.y + shift })} ${xy({ x: end.x - reach, y: end.y + shift })} ${xy(end)}`;
  return {
    path,
    arrow: arrowAt(end, { x: 1, y: 0 }, size),
    middle: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + shift * 0.75 },
  };
}

function bowedShape(source: Circle, target: Circle, place: number, size: number): EdgeShape {
  const distance = Math.hypot(target.x - source.x, target.y - source.y) || 1;
  const away = { x: -(target.y - source.y) / distance, y: (target.x - source.x) / distance };
  const bow = distance * 0.18 + Math.abs(bend(place)) * 24;
  const control = {
    x: (source.x + target.x) / 2 + away.x * bow,
    y: (source.y + target.y) / 2 + away.y * bow,
  };
  const start = towards(source, control, source.radius + RING);
  const end = towards(target, control, target.radius + RING + size);
  const direction = unit(control, target);
  return {
    path: `M${xy(start)} Q${xy(control)} ${xy(end)}`,
    arrow: arrowAt(end, direction, size),
    middle: { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 },
  };
}

function loopShape(node: Circle, place: number): EdgeShape {
  const reach = node.radius + 44 + place * 18;
  const start = towards(node, { x: node.x - 1, y: node.y - 2 }, node.radius + RING);
  const end = towards(node, { x: node.x + 1, y: node.y - 2 }, node.radius + RING + ARROW);
  const top = node.y - reach;
  return {
    path: `M${xy(start)} C${xy({ x: node.x - reach * 0.6, y: top })} ${xy({ x: node.x + reach * 0.6, y: top })} ${xy(end)}`,
    arrow: arrowAt(end, unit(end, node), ARROW),
    middle: { x: node.x, y: node.y - reach * 0.86 },
  };
}

/** 0, 1, -1, 2, -2, ... */
function bend(place: number): number {
  return place % 2 === 1 ? (place + 1) / 2 : -place / 2;
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function towards(from: Point, to: Point, distance: number): Point {
  const { x, y } = unit(from, to);
  return { x: from.x + x * distance, y: from.y + y * distance };
}

function arrowAt(base: Point, { x, y }: Point, size: number): string {
  const half = size * 0.45;
  const corners = [
    { x: base.x + x * size, y: base.y + y * size },
    { x: base.x - y * half, y: base.y + x * half },
    { x: base.x + y * half, y: base.y - x * half },
  ];
  return corners.map(xy).join(' ');
}

function xy({ x, y }: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

/** How many edges between the same nodes, in the same direction, come before each. */
export function places(edges: readonly GraphEdge[]): number[] {
  const counts = new Map<string, number>();
  return edges.map(({ source, target }) => {
    const key = JSON.stringify([source, target]);
    const place = counts.get(key) ?? 0;
    counts.set(key, place + 1);
    return place;
  });
}
