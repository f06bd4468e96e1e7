/** Divides a panel among several values of equal weight. */

export type Orientation = 'auto' | 'horizontal' | 'vertical';

export interface Tiling {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  /** The tiles are taller or wider than the panel: it scrolls. */
  scrolls: boolean;
}

export interface TilingSpace {
  width: number;
  height: number;
  gap: number;
  minWidth: number;
  minHeight: number;
}

const SCROLLBAR = 8;

/**
 * `horizontal` stacks full-width tiles, `vertical` sets full-height tiles side by side, `auto`
 * chooses the grid whose tiles come closest to `idealRatio` (width : height). Tiles never shrink
 * below the minimum: the panel scrolls instead.
 */
export function tiling(
  count: number,
  orientation: Orientation,
  space: TilingSpace,
  idealRatio = 2,
): Tiling {
  if (count < 1)
    return {
      columns: 1,
      rows: 1,
      tileWidth: space.width,
      tileHeight: space.height,
      scrolls: false,
    };
  if (orientation === 'horizontal') return arrange(1, count, space);
  if (orientation === 'vertical') return arrange(count, 1, space);
  return bestGrid(count, space, idealRatio);
}

function bestGrid(count: number, space: TilingSpace, idealRatio: number): Tiling {
  const mostColumns = Math.max(
    1,
    Math.floor((space.width + space.gap) / (space.minWidth + space.gap)),
  );
  let best: Tiling | undefined;
  let bestCost = Infinity;
  for (let columns = 1; columns <= Math.min(count, mostColumns); columns++) {
    const tiles = arrange(columns, Math.ceil(count / columns), space);
    const empty = columns * tiles.rows - count;
    const ratio = tiles.tileWidth / Math.max(1, tiles.tileHeight);
    const cost = Math.abs(Math.log(ratio / idealRatio)) + empty / count + (tiles.scrolls ? 1 : 0);
    if (cost < bestCost) {
      best = tiles;
      bestCost = cost;
    }
  }
  return best ?? arrange(1, count, space);
}

function arrange(
  columns: number,
  rows: number,
  { width, height, gap, minWidth, minHeight }: TilingSpace,
): Tiling {
  const naturalWidth = (width - gap * (columns - 1)) / columns;
  const naturalHeight = (height - gap * (rows - 1)) / rows;
  const scrollsDown = naturalHeight < Math.min(minHeight, height);
  const scrollsAcross = naturalWidth < Math.min(minWidth, width);
  const innerWidth = scrollsDown ? width - SCROLLBAR : width;
  const innerHeight = scrollsAcross ? height - SCROLLBAR : height;
  return {
    columns,
    rows,
    tileWidth: scrollsAcross ? minWidth : Math.max(0, (innerWidth - gap * (columns - 1)) / columns),
    tileHeight: scrollsDown ? minHeight : Math.max(0, (innerHeight - gap * (rows - 1)) / rows),
    scrolls: scrollsDown || scrollsAcross,
  };
}
