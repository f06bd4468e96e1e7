import { TooltipBox, TooltipContent, type BarTable, type TooltipRow } from '@vedette/sdk';
import type { Drawing, ShownSeries } from './model';
import type { Options } from './options';

/** Where the pointer is: over a category, and over one of its bars or none. */
export interface BarHover {
  category: number;
  series: number | null;
  x: number;
  y: number;
  pinned: boolean;
}

interface Props {
  hover: BarHover;
  table: BarTable;
  series: readonly ShownSeries[];
  drawn: Drawing;
  options: Options['tooltip'];
  onClose: () => void;
}

export function BarTooltip({ hover, table, series, drawn, options, onClose }: Props) {
  const wanted = hover.series ?? (series.length === 1 ? 0 : null);
  const bars = drawn.bars.filter(
    (bar) =>
      bar.category === hover.category &&
      !series[bar.series]?.style.hideFrom.tooltip &&
      (options.mode === 'multi' || wanted === null || bar.series === wanted) &&
      !(options.hideZeros && options.mode === 'multi' && bar.value === 0),
  );
  if (options.sort !== 'none')
    bars.sort((a, b) => (options.sort === 'asc' ? a.value - b.value : b.value - a.value));
  if (bars.length === 0) return null;
  const rows: TooltipRow[] = bars.map((bar) => ({
    key: bar.series,
    name: series[bar.series]?.name ?? '',
    value: bar.text,
    color: bar.color,
    shape: 'square',
    focused: bars.length > 1 && bar.series === wanted,
  }));
  const row = table.rows[hover.category] ?? -1;
  const links =
    hover.pinned && row >= 0
      ? series[wanted ?? bars[0]?.series ?? 0]?.field.getLinks?.(row)
      : undefined;
  return (
    <TooltipBox {...options} x={hover.x} y={hover.y} pinned={hover.pinned} onClose={onClose}>
      <TooltipContent title={table.categories[hover.category] ?? ''} rows={rows} links={links} />
    </TooltipBox>
  );
}
