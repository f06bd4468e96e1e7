/**
 * What part of the graph is seen: its point (x, y) is in the middle of the panel, `scale` times as
 * large.
 */
import type { Point } from './layout';

export interface Viewport extends Point {
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const LEAST_SCALE = 0.02;
const MOST_SCALE = 4;
const LARGEST_FIT = 1.15;
const MARGIN = 12;

export function fitted(graph: Size, panel: Size): Viewport {
  const scale = Math.min(
    LARGEST_FIT,
    (panel.width - MARGIN) / Math.max(1, graph.width),
    (panel.height - MARGIN) / Math.max(1, graph.height),
  );
  return { x: graph.width / 2, y: graph.height / 2, scale: clamped(scale) };
}

/** The point of the graph under `at` (from the middle of the panel) stays where it is. */
export function zoomedAt(view: Viewport, factor: number, at: Point = { x: 0, y: 0 }): Viewport {
  const scale = clamped(view.scale * factor);
  const change = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + at.x * change, y: view.y + at.y * change };
}

/** By pixels of the panel. */
export function moved(view: Viewport, dx: number, dy: number): Viewport {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

export function transformOf({ x, y, scale }: Viewport, panel: Size): string {
  return `translate(${panel.width / 2 - x * scale} ${panel.height / 2 - y * scale}) scale(${scale})`;
}

function clamped(scale: number): number {
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
}
