/** Heights within the layers: close to the neighbours, never closer to each other than allowed. */
import type { Ordered } from './ordering';

const SWEEPS = 8;
const BEND_GAP = 24;

/** `gap` tells how much room a node takes; bends take little. */
export function heightsOf(
  { layers, graph }: Ordered,
  realNodes: number,
  gap: (node: number) => number,
): Float64Array {
  const room = (node: number) => (node < realNodes ? gap(node) : BEND_GAP);
  const y = new Float64Array(graph.size);
  for (const layer of layers) {
    let top = 0;
    for (const node of layer) {
      y[node] = top + room(node) / 2;
      top += room(node);
    }
    for (const node of layer) y[node] = (y[node] ?? 0) - top / 2;
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    const neighbours = isDown ? graph.into : graph.out;
    for (const layer of isDown ? layers : [...layers].reverse()) place(layer, neighbours, y, room);
  }
  return y;
}

interface Block {
  /** Sum of what its members wish for its first member, and how many they are. */
  sum: number;
  count: number;
  first: number;
}

/**
 * As close to the wishes as the order and the gaps allow: pool adjacent violators, the least
 * squares solution.
 */
function place(
  layer: readonly number[],
  neighbours: readonly number[][],
  y: Float64Array,
  room: (node: number) => number,
): void {
  const offsets: number[] = [];
  const blocks: Block[] = [];
  let offset = 0;
  layer.forEach((node, index) => {
    const before = layer[index - 1];
    if (before !== undefined) offset += (room(before) + room(node)) / 2;
    offsets.push(offset);
    blocks.push({ sum: wish(node, neighbours, y) - offset, count: 1, first: index });
    for (
      let last = blocks.at(-1), previous = blocks.at(-2);
      last && previous && previous.sum / previous.count > last.sum / last.count;
      last = blocks.at(-1), previous = blocks.at(-2)
    ) {
      blocks.pop();
      previous.sum += last.sum;
      previous.count += last.count;
    }
  });
  blocks.forEach(({ sum, count, first }) => {
    for (let index = first; index < first + count; index++) {
      const node = layer[index];
      if (node !== undefined) y[node] = sum / count + (offsets[index] ?? 0);
    }
  });
}

function wish(node: number, neighbours: readonly number[][], y: Float64Array): number {
  const near = neighbours[node] ?? [];
  if (near.length === 0) return y[node] ?? 0;
  let sum = 0;
  for (const other of near) sum += y[other] ?? 0;
  return sum / near.length;
}
