import type { Layout, LayoutNode, Point } from './model';

/** Room a node takes with its texts. */
export const CELL_WIDTH = 190;
export const CELL_HEIGHT = 138;

/** Row by row, in the order given; wider than high, as screens are. */
export function gridLayout(nodes: readonly LayoutNode[]): Layout {
  const columns = Math.max(1, Math.ceil(Math.sqrt(nodes.length * 1.6)));
  const points = new Map<string, Point>();
  nodes.forEach(({ id }, index) => {
    points.set(id, {
      x: ((index % columns) + 0.5) * CELL_WIDTH,
      y: (Math.floor(index / columns) + 0.5) * CELL_HEIGHT,
    });
  });
  const rows = Math.ceil(nodes.length / columns);
  return {
    kind: 'grid',
    points,
    width: Math.min(columns, nodes.length) * CELL_WIDTH,
    height: rows * CELL_HEIGHT,
  };
}
