import type { Digraph } from './digraph';

/**
 * Each node one layer after the last of those that lead to it; sources stand right before what they
 * lead to.
 */
export function layersOf({ size, out, into }: Digraph): number[] {
  const layer = new Array<number>(size).fill(0);
  const waiting = into.map((from) => from.length);
  const order: number[] = [];
  for (let node = 0; node < size; node++) if (waiting[node] === 0) order.push(node);
  for (const node of order) {
    for (const target of out[node] ?? []) {
      layer[target] = Math.max(layer[target] ?? 0, (layer[node] ?? 0) + 1);
      waiting[target] = (waiting[target] ?? 0) - 1;
      if (waiting[target] === 0) order.push(target);
    }
  }
  for (const node of order) {
    const targets = out[node] ?? [];
    if (into[node]?.length === 0 && targets.length > 0)
      layer[node] = Math.min(...targets.map((target) => layer[target] ?? 0)) - 1;
  }
  return layer;
}
