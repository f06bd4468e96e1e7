import {
  TooltipBox,
  TooltipContent,
  formatted,
  timeTitle,
  type Exemplar,
  type ResolvedLink,
  type SeriesModel,
  type SeriesTable,
  type TimeSeriesHover,
  type TooltipRow,
} from '@vedette/sdk';
import type { Options } from './options';

/** More rows do not fit beside the pointer; the nearest series is always among those shown. */
const rowLimit = 20;

interface Props {
  hover: TimeSeriesHover;
  table: SeriesTable;
  options: Options['tooltip'];
  timeZone: string;
  onClose: () => void;
}

export function SeriesTooltip({ hover, table, options, timeZone, onClose }: Props) {
  if (hover.exemplar) {
    return (
      <TooltipBox
        x={hover.x}
        y={hover.y}
        pinned={hover.pinned}
        onClose={onClose}
        maxWidth={options.maxWidth}
      >
        <ExemplarContent exemplar={hover.exemplar} timeZone={timeZone} />
      </TooltipBox>
    );
  }
  const focused = hover.focused ?? (table.series.length === 1 ? 0 : null);
  const rows = tooltipRows(hover, table, options, focused);
  if (rows.length === 0) return null;
  const shown = rows.slice(0, rowLimit);
  const time = (focused !== null && pointTime(hover, table, focused)) || hover.time;
  return (
    <TooltipBox {...options} x={hover.x} y={hover.y} pinned={hover.pinned} onClose={onClose}>
      <TooltipContent
        title={timeTitle(time, timeZone, interval(table))}
        rows={shown}
        links={hover.pinned && focused !== null ? linksOf(hover, table, focused) : undefined}
        footer={rows.length > shown.length && <div>{`and ${rows.length - shown.length} more`}</div>}
      />
    </TooltipBox>
  );
}

function tooltipRows(
  hover: TimeSeriesHover,
  { series }: SeriesTable,
  { mode, sort, hideZeros }: Options['tooltip'],
  focused: number | null,
): TooltipRow[] {
  const found = series.flatMap((one, i) => {
    const position = hover.positions[i];
    const value = position == null ? null : one.values[position];
    const wanted = mode === 'multi' || i === focused;
    if (!wanted || value == null || one.style.hideFrom.tooltip || one.style.hideFrom.viz) return [];
    if (hideZeros && value === 0 && mode === 'multi') return [];
    return [{ one, i, value }];
  });
  if (sort !== 'none')
    found.sort((a, b) => (sort === 'asc' ? a.value - b.value : b.value - a.value));
  const at = found.findIndex(({ i }) => i === focused);
  if (at >= rowLimit) found.unshift(...found.splice(at, 1));
  return found.map(({ one, i, value }) => row(one, i, value, i === focused && found.length > 1));
}

function row(series: SeriesModel, key: number, value: number, focused: boolean): TooltipRow {
  const display = series.field.display?.(series.style.transform === 'negative-Y' ? -value : value);
  return {
    key,
    name: series.name,
    color: series.color,
    value: display ? formatted(display) : String(value),
    focused,
  };
}

function pointTime(
  hover: TimeSeriesHover,
  { times }: SeriesTable,
  index: number,
): number | undefined {
  const position = hover.positions[index];
  return position == null ? undefined : times[position];
}

function linksOf(hover: TimeSeriesHover, { series }: SeriesTable, index: number): ResolvedLink[] {
  const position = hover.positions[index];
  const one = series[index];
  if (position == null || !one?.field.getLinks) return [];
  const at = one.rowOf ? one.rowOf(position) : position;
  return at < 0 ? [] : one.field.getLinks(at);
}

function interval({ times }: SeriesTable): number | undefined {
  return times.length > 1 ? (times[1] as number) - (times[0] as number) : undefined;
}

function ExemplarContent({ exemplar, timeZone }: { exemplar: Exemplar; timeZone: string }) {
  const { frame, row: at, time } = exemplar;
  const rows = frame.fields
    .filter((field) => field.type !== 'time')
    .map((field) => {
      const value = field.values[at];
      // The panel's unit is that of the number; labels stay as they are.
      const display = field.type === 'number' ? field.display?.(value) : undefined;
      return {
        key: field.name,
        name: field.config.displayName ?? field.name,
        value: display ? formatted(display) : String(value ?? ''),
      };
    });
  const links = frame.fields.flatMap((field) => field.getLinks?.(at) ?? []);
  return <TooltipContent title={timeTitle(time, timeZone)} rows={rows} links={links} />;
}
