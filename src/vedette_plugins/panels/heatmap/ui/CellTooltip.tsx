import {
  TooltipBox,
  TooltipContent,
  boundLabel,
  formatted,
  paletteIndex,
  timeTitle,
  type Cell,
  type HeatmapHover,
} from '@vedette/sdk';
import { ColorScale } from './ColorScale';
import styles from './Heatmap.module.css';
import type { HeatmapView } from './model';
import type { Options } from './options';

interface Props {
  hover: HeatmapHover;
  view: HeatmapView;
  options: Options;
  timeZone: string;
  format: (count: number) => string;
  onClose: () => void;
}

export function CellTooltip({ hover, view, options, timeZone, format, onClose }: Props) {
  const { cell, exemplar, x, y, pinned } = hover;
  const { maxWidth, maxHeight, yHistogram, showColorScale, mode } = options.tooltip;
  if (!cell && !exemplar) return null;
  return (
    <TooltipBox
      x={x}
      y={y}
      pinned={pinned}
      onClose={onClose}
      maxWidth={maxWidth}
      maxHeight={maxHeight}
    >
      {exemplar ? (
        <TooltipContent
          title={timeTitle(exemplar.time, timeZone)}
          rows={exemplar.frame.fields
            .filter((field) => field.type !== 'time')
            .map((field) => {
              const display = field.display?.(field.values[exemplar.row]);
              return {
                key: field.name,
                name: field.displayName ?? field.name,
                value: display ? formatted(display) : String(field.values[exemplar.row]),
              };
            })}
          links={
            pinned
              ? exemplar.frame.fields.flatMap((field) => field.getLinks?.(exemplar.row) ?? [])
              : undefined
          }
        />
      ) : (
        cell && (
          <TooltipContent
            title={`${timeTitle(cell.from, timeZone)} – ${timeTitle(cell.to, timeZone).split(', ').pop()}`}
            rows={(mode === 'multi' ? columnOf(cell, view) : [cell]).map((one) => ({
              key: one.low,
              color:
                view.palette[paletteIndex(one.count, view.counts, view.color, view.palette.length)],
              shape: 'square' as const,
              name: bucketName(one, view),
              value: format(one.count),
              focused: one === cell && mode === 'multi',
            }))}
            footer={
              <>
                {yHistogram && <Histogram cells={columnOf(cell, view)} current={cell} />}
                {showColorScale && <ColorScale view={view} format={format} count={cell.count} />}
              </>
            }
          />
        )
      )}
    </TooltipBox>
  );
}

/** The cells above and below, highest first. */
function columnOf(cell: Cell, { data }: HeatmapView): Cell[] {
  return data.cells.filter(({ from }) => from === cell.from).sort((a, b) => b.low - a.low);
}

function bucketName(cell: Cell, { data, axis }: HeatmapView): string {
  const row = data.rows[cell.row];
  if (!row) return `${boundLabel(cell.low, axis)} – ${boundLabel(cell.high, axis)}`;
  if (row.low === null && row.high === null) return row.name;
  if (row.low === null) return `up to ${boundLabel(row.high as number, axis)}`;
  if (row.high === null) return `above ${boundLabel(row.low, axis)}`;
  return `${boundLabel(row.low, axis)} – ${boundLabel(row.high, axis)}`;
}

function Histogram({ cells, current }: { cells: readonly Cell[]; current: Cell }) {
  const most = Math.max(...cells.map(({ count }) => count));
  return (
    <div className={styles.histogram} aria-hidden="true">
      {[...cells].reverse().map((cell) => (
        <i
          key={cell.low}
          className={cell === current ? styles.current : ''}
          style={{ height: `${(cell.count / most) * 100}%` }}
        />
      ))}
    </div>
  );
}
