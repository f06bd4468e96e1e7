/** Sizes shared by all bars of one panel, so that names, bars and values line up. */
import { fitFontSize } from '@vedette/sdk';
import type { BarGaugeOptions } from './options';

const GAP = 8;
/** Names move above their bar where a row is at least this high. */
const NAME_ABOVE_FROM = 40;
const CALM_BAR = 40;

export interface BarLayoutInput {
  count: number;
  width: number;
  height: number;
  /** Widest name and value, in em. */
  nameEm: number;
  valueEm: number;
  options: Readonly<BarGaugeOptions>;
}

export interface BarLayout {
  direction: 'horizontal' | 'vertical';
  name: 'top' | 'left' | 'bottom' | 'hidden';
  nameSize: number;
  /** Width of the column of names, where they stand at the left. */
  nameWidth: number;
  valueSize: number;
  /** Width of the column of values (horizontal bars). */
  valueWidth: number;
  /** Height of a row, or width of a column. */
  item: number;
  /** Thickness and length of a bar. */
  thickness: number;
  length: number;
  gap: number;
}

export function barLayout(input: BarLayoutInput): BarLayout {
  const { orientation } = input.options;
  const vertical =
    orientation === 'vertical' || (orientation === 'auto' && input.width > input.height * 1.2);
  return vertical ? columns(input) : rows(input);
}

function rows({ count, width, height, nameEm, valueEm, options }: BarLayoutInput): BarLayout {
  const manual = options.sizing === 'manual';
  const gap = height / count < 26 ? 4 : GAP;
  const share = (height - gap * (count - 1)) / count;
  const name = rowName(options.namePlacement, share);
  const nameSize =
    options.text.titleSize ?? clamp(Math.round(share * (name === 'top' ? 0.22 : 0.5)), 11, 13);
  const nameHeight = name === 'top' ? nameSize * 1.5 : 0;
  const most = manual ? options.maxVizHeight : CALM_BAR + nameHeight;
  const least = Math.max(manual ? options.minVizHeight : 18, nameHeight + 6);
  const item = clamp(share, least, Math.max(least, most));
  const thickness = Math.max(4, item - nameHeight);
  const shown = options.valueMode !== 'hidden';
  const valueSize =
    options.text.valueSize ??
    fitFontSize(valueEm, width * 0.3, Math.max(12, thickness), clamp(thickness * 0.62, 11, 24));
  const valueWidth = shown ? Math.min(width * 0.45, Math.ceil(valueEm * valueSize) + 14) : 0;
  const nameWidth = name === 'left' ? Math.min(width * 0.38, Math.ceil(nameEm * nameSize) + 14) : 0;
  const length = Math.max(8, width - nameWidth - valueWidth);
  return {
    direction: 'horizontal',
    name,
    nameSize,
    nameWidth,
    valueSize,
    valueWidth,
    item,
    thickness,
    length,
    gap,
  };
}

function columns({ count, width, height, nameEm, valueEm, options }: BarLayoutInput): BarLayout {
  const manual = options.sizing === 'manual';
  const gap = width / count < 40 ? 4 : GAP;
  const least = Math.max(manual ? options.minVizWidth : 24, 8);
  const item = Math.max(least, (width - gap * (count - 1)) / count);
  const name = options.namePlacement === 'hidden' ? 'hidden' : 'bottom';
  const nameSize = options.text.titleSize ?? fitFontSize(nameEm, item, 20, 13, 10);
  const valueSize = options.text.valueSize ?? fitFontSize(valueEm, item, 40, 22, 10);
  const nameHeight = name === 'bottom' ? nameSize * 1.6 : 0;
  const valueHeight = options.valueMode === 'hidden' ? 0 : valueSize * 1.5;
  const length = Math.max(8, height - nameHeight - valueHeight);
  const thickness = Math.min(item, manual ? item : 96);
  return {
    direction: 'vertical',
    name,
    nameSize,
    nameWidth: 0,
    valueSize,
    valueWidth: 0,
    item,
    thickness,
    length,
    gap,
  };
}

function rowName(
  placement: BarGaugeOptions['namePlacement'],
  rowHeight: number,
): 'top' | 'left' | 'hidden' {
  if (placement !== 'auto') return placement;
  return rowHeight >= NAME_ABOVE_FROM ? 'top' : 'left';
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
