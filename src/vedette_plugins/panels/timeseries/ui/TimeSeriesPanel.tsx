import { useCallback, useMemo, useState } from 'react';
import {
  AnnotationTooltip,
  ChartLayout,
  EmptyState,
  Legend,
  exemplarsOf,
  legendValues,
  resolveOptions,
  seriesTable,
  timeSeriesChart,
  useChart,
  useHiddenSeries,
  type AnnotationHover,
  type Field,
  type LegendItem,
  type PanelProps,
  type SeriesModel,
  type SeriesStyle,
  type SeriesTable,
  type TimeSeriesHover,
  type TimeSeriesModel,
} from '@vedette/sdk';
import { fieldOptions, type Options } from './options';
import { SeriesTooltip } from './SeriesTooltip';

const styleOf = (field: Field): SeriesStyle =>
  resolveOptions(fieldOptions, field.config.custom) as SeriesStyle;

export function TimeSeriesPanel(props: PanelProps<Options>) {
  const { data, theme } = props;
  const { hidden, onToggle } = useHiddenSeries();
  const table = useMemo(
    () => seriesTable(data.frames, { theme, styleOf, hidden }),
    [data.frames, theme, hidden],
  );
  if (table.series.length === 0) return <NothingToDraw frames={data.frames.length} />;
  return <Graph {...props} table={table} onToggle={onToggle} />;
}

interface GraphProps extends PanelProps<Options> {
  table: SeriesTable;
  onToggle: ReturnType<typeof useHiddenSeries>['onToggle'];
}

function Graph({
  id,
  title,
  data,
  options,
  table,
  onToggle,
  timeRange,
  theme,
  host,
  ...rest
}: GraphProps) {
  const timeZone =
    options.timezone[0] && options.timezone[0] !== 'browser' ? options.timezone[0] : rest.timeZone;
  const [hover, setHover] = useState<TimeSeriesHover | null>(null);
  const [annotation, setAnnotation] = useState<AnnotationHover | null>(null);
  const model = useMemo<TimeSeriesModel>(
    () => ({
      id,
      table,
      range: timeRange,
      timeZone,
      theme,
      annotations: data.annotations,
      exemplars: exemplarsOf(data.frames),
      crosshair: host.crosshair,
      summary: summary(title, table),
      onZoom: host.setTimeRange,
      onHover: setHover,
      onAnnotation: setAnnotation,
    }),
    [id, title, table, timeRange, timeZone, theme, data, host],
  );
  const { element, chart } = useChart(timeSeriesChart, model);
  const close = useCallback(() => {
    setHover(null);
    chart.current?.unpin();
  }, [chart]);

  const { legend } = options;
  const shown = legend.showLegend;
  const items = useMemo(
    () => (shown ? legendItems(table, legend.calcs) : []),
    [shown, table, legend.calcs],
  );
  // Kept between moves of the pointer, which change the tooltip alone.
  const drawnLegend = useMemo(
    () =>
      items.length > 0 && (
        <Legend
          items={items}
          mode={legend.displayMode}
          placement={legend.placement}
          sortBy={legend.sortBy}
          sortDesc={legend.sortDesc}
          onToggle={onToggle}
          onFocus={(item) =>
            chart.current?.focus(item ? table.series.findIndex((one) => one.id === item.id) : null)
          }
        />
      ),
    [items, legend, onToggle, chart, table],
  );
  return (
    <ChartLayout placement={legend.placement} legendWidth={legend.width} legend={drawnLegend}>
      <div ref={element} />
      {hover && !annotation && options.tooltip.mode !== 'none' && (
        <SeriesTooltip
          hover={hover}
          table={table}
          options={options.tooltip}
          timeZone={timeZone}
          onClose={close}
        />
      )}
      {annotation && <AnnotationTooltip hover={annotation} timeZone={timeZone} />}
    </ChartLayout>
  );
}

function legendItems(table: SeriesTable, calcs: readonly string[]): LegendItem[] {
  const rightScales = new Set(
    table.axes.filter((axis) => axis.side === 'right').map((axis) => axis.scale),
  );
  return table.series
    .filter(({ style }) => !style.hideFrom.legend)
    .map((series) => ({
      id: series.id,
      name: series.name,
      color: series.color,
      hidden: series.style.hideFrom.viz,
      shape: shapeOf(series),
      note: rightScales.has(series.scale) ? '(right y-axis)' : undefined,
      values: legendValues(series.field, calcs),
    }));
}

function shapeOf({ style }: SeriesModel): LegendItem['shape'] {
  if (style.drawStyle === 'bars') return 'square';
  if (style.drawStyle === 'points') return 'dot';
  return style.lineStyle.fill === 'solid' ? 'line' : 'dash';
}

function summary(title: string, { series }: SeriesTable): string {
  const names = series.slice(0, 8).map(({ name, field }) => {
    const last = legendValues(field, ['lastNotNull'])[0]?.text;
    return last ? `${name}: ${last}` : name;
  });
  const more = series.length > names.length ? `, and ${series.length - names.length} more` : '';
  return `${title || 'Time series'}: chart with ${series.length} series. ${names.join(', ')}${more}. Arrow keys move the crosshair.`;
}

function NothingToDraw({ frames }: { frames: number }) {
  if (frames === 0)
    return <EmptyState title="No data" hint="The query returned nothing in this time range." />;
  return (
    <EmptyState
      title="No time series to show"
      hint="The result needs a time field and at least one number field. Use a table, or set the query format to time series."
    />
  );
}
