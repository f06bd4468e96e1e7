/** A copy of the list with one item at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item !== undefined) rest.splice(to, 0, item);
  return rest;
}

/**
 * The place a row takes that was dragged by `offset` px: it passes a neighbour once its edge
 * crosses the neighbour's middle.
 */
export function placeAmong(
  tops: readonly number[],
  heights: readonly number[],
  from: number,
  offset: number,
): number {
  const top = (tops[from] ?? 0) + offset;
  const bottom = top + (heights[from] ?? 0);
  let place = from;
  for (let index = from + 1; index < tops.length; index += 1)
    if (bottom > (tops[index] ?? 0) + (heights[index] ?? 0) / 2) place = index;
  for (let index = from - 1; index >= 0; index -= 1)
    if (top < (tops[index] ?? 0) + (heights[index] ?? 0) / 2) place = index;
  return place;
}
