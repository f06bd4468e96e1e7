/** What a layout is made of and what it gives. */
export interface LayoutNode {
  id: string;
  radius: number;
}

export interface LayoutEdge {
  source: string;
  target: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  kind: 'layered' | 'grid';
  /** By node id. */
  points: Map<string, Point>;
  width: number;
  height: number;
}
