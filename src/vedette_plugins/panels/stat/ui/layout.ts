/** Sizes inside one tile: pure arithmetic, so that every tile of a panel is set the same way. */
import { fitFontSize, textWidth, type DisplayValue } from '@vedette/sdk';

export const SUFFIX_SCALE = 0.52;
const WIDE_RATIO = 2.6;

export interface TileText {
  name: string;
  value: string;
  prefix: string;
  suffix: string;
}

export interface TileLayoutInput {
  several: boolean;
  width: number;
  height: number;
  showsName: boolean;
  showsValue: boolean;
  showsGraph: boolean;
  showsChange: boolean;
  wideLayout: boolean;
  /** The widest value among all tiles, in em. */
  valueEm: number;
  titleSize: number | null;
  valueSize: number | null;
}

export interface TileLayout {
  /** Name at the left, value at the right. */
  wide: boolean;
  paddingX: number;
  paddingY: number;
  nameSize: number;
  valueSize: number;
  /** Below the text, between name and value, or stepping back behind them. */
  graph: 'below' | 'between' | 'behind';
  graphWidth: number;
  graphHeight: number;
}

export function tileText(name: string, display: DisplayValue): TileText {
  return {
    name,
    value: display.text,
    prefix: display.prefix ?? '',
    suffix: (display.suffix ?? '').trim(),
  };
}

/** Width of a value with its unit, in em of the value's size. */
export function valueEm({ prefix, value, suffix }: TileText): number {
  const unit = suffix ? 0.14 + textWidth(suffix, 500) * SUFFIX_SCALE : 0;
  return textWidth(prefix + value) + unit;
}

export function tileLayout(input: TileLayoutInput): TileLayout {
  const { width, height, showsName, showsValue, showsGraph, showsChange, valueEm: em } = input;
  const wide = input.wideLayout && showsName && showsValue && width / height > WIDE_RATIO;
  const paddingX = input.several || width < 120 ? 8 : 14;
  const paddingY = height < 48 ? 2 : height < 90 ? 5 : 9;
  const nameSize = input.titleSize ?? clamp(Math.round(Math.min(width, height * 2) * 0.06), 11, 15);
  const innerWidth =
    (width - 2 * paddingX) * (wide ? 0.4 : 1) - (showsChange && height < 64 ? 52 : 0);
  const nameHeight = showsName && showsValue && !wide ? nameSize * 1.4 : 0;
  const free = height - 2 * paddingY - nameHeight;
  const valueHeight = showsGraph ? free * (free < 50 ? 0.8 : 0.58) : free;
  const valueSize =
    input.valueSize ?? fitFontSize(em, innerWidth, valueHeight, calmSize(width, height));
  const text = paddingY + nameHeight + valueSize * 1.15;
  return {
    wide,
    paddingX,
    paddingY,
    nameSize,
    valueSize,
    ...graphPlace(width, height, text, wide),
  };
}

const ENOUGH_BELOW = 16;
const ENOUGH_BETWEEN = 220;

function graphPlace(width: number, height: number, text: number, wide: boolean) {
  const below = height - text - 4;
  if (below >= ENOUGH_BELOW && !(wide && height < 90)) {
    return {
      graph: 'below',
      graphWidth: width,
      graphHeight: Math.round(Math.min(below, height * 0.62)),
    } as const;
  }
  if (wide && width >= ENOUGH_BETWEEN) {
    return {
      graph: 'between',
      graphWidth: Math.round(width * 0.3),
      graphHeight: Math.round(height * 0.62),
    } as const;
  }
  return { graph: 'behind', graphWidth: width, graphHeight: Math.round(height * 0.7) } as const;
}

/**
 * 27 px in a tile of a key-figure row, growing slowly with the tile: a number should be read, not
 * shouted.
 */
function calmSize(width: number, height: number): number {
  return clamp(16 + 0.075 * Math.min(width, height * 1.7), 20, 76);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
