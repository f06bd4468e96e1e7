import { describe, expect, it } from 'vitest';
import { acyclic } from './digraph';
import { graphLayout, type LayoutEdge, type LayoutNode } from './index';
import { layersOf } from './layers';
import { crossings, orderedLayers } from './ordering';

const nodesOf = (count: number): LayoutNode[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, radius: 40 }));

/** Numbers in 0..1 that are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Loops, circles, double edges and edges to nowhere included. */
function anyGraph(seed: number, count: number, edgeCount: number): [LayoutNode[], LayoutEdge[]] {
  const random = dice(seed);
  const pick = () => `${Math.floor(random() * (count + 1))}`;
  return [
    nodesOf(count),
    Array.from({ length: edgeCount }, () => ({ source: pick(), target: pick() })),
  ];
}

const path = (...ids: number[]): LayoutEdge[] =>
  ids.slice(1).map((id, index) => ({ source: `${ids[index]}`, target: `${id}` }));

describe('the layered layout', () => {
  it('places every node of any graph, apart from each other', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const [nodes, edges] = anyGraph(seed, 1 + (seed % 25), seed);
      const { points, width, height } = graphLayout(nodes, edges, 'layered');
      expect(points.size).toBe(nodes.length);
      const all = [...points.values()];
      all.forEach((a, index) => {
        expect(a.x >= 0 && a.x <= width && a.y >= 0 && a.y <= height).toBe(true);
        for (const b of all.slice(index + 1))
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(100);
      });
    }
  });

  it('draws edges from left to right, whatever circles there are', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const [nodes, edges] = anyGraph(seed, 12, 20);
      const graph = acyclic(nodes, edges);
      const layer = layersOf(graph);
      graph.out.forEach((targets, from) =>
        targets.forEach((to) => expect(layer[to]).toBeGreaterThan(layer[from]!)),
      );
    }
  });

  it('gives the same graph the same picture', () => {
    const [nodes, edges] = anyGraph(7, 80, 200);
    expect(graphLayout(nodes, edges, 'layered')).toEqual(graphLayout(nodes, edges, 'layered'));
  });

  it('unties what can be drawn without a crossing', () => {
    const edges = [
      ...path(0, 2),
      ...path(0, 3),
      ...path(1, 4),
      ...path(2, 5),
      ...path(3, 6),
      ...path(4, 7),
      ...path(8, 0),
      ...path(8, 1),
    ];
    const graph = acyclic(nodesOf(9), edges);
    const ordered = orderedLayers(graph, layersOf(graph));
    const position = new Float64Array(ordered.graph.size);
    ordered.layers.forEach((layer) => layer.forEach((node, place) => (position[node] = place)));
    expect(crossings(ordered.layers, ordered.graph, position)).toBe(0);
  });

  it('counts crossings', () => {
    const graph = acyclic(nodesOf(4), [...path(0, 3), ...path(1, 2)]);
    const position = Float64Array.from([0, 1, 0, 1]);
    expect(
      crossings(
        [
          [0, 1],
          [2, 3],
        ],
        graph,
        position,
      ),
    ).toBe(1);
  });

  it('puts a chain on one line', () => {
    const { points } = graphLayout(nodesOf(4), path(0, 1, 2, 3), 'layered');
    expect(new Set([...points.values()].map(({ y }) => y)).size).toBe(1);
    expect([...points.values()].map(({ x }) => x)).toEqual([95, 325, 555, 785]);
  });

  it('is done soon for the largest graph it draws, and falls back to a grid beyond', () => {
    const started = performance.now();
    expect(graphLayout(...anyGraph(3, 1000, 3000), 'layered').kind).toBe('layered');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(graphLayout(...anyGraph(3, 1001, 10), 'layered').kind).toBe('grid');
  });
});
