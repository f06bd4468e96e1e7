import { useCallback, useMemo, useState } from 'react';
import {
  AnnotationTooltip,
  ChartLayout,
  EmptyState,
  exemplarsOf,
  formatValue,
  formatted,
  heatmapChart,
  useChart,
  type AnnotationHover,
  type HeatmapHover,
  type HeatmapModel,
  type PanelProps,
} from '@vedette/sdk';
import { CellTooltip } from './CellTooltip';
import { ColorScale } from './ColorScale';
import { heatmapView, type HeatmapView } from './model';
import type { Options } from './options';

export function HeatmapPanel(props: PanelProps<Options>) {
  const { data, options, timeRange, theme } = props;
  const view = useMemo(
    () => heatmapView(data.frames, options, timeRange, theme),
    [data.frames, options, timeRange, theme],
  );
  if (view.data.cells.length > 0) return <Chart {...props} view={view} />;
  if (data.frames.length === 0)
    return <EmptyState title="No data" hint="The query returned nothing in this time range." />;
  return (
    <EmptyState
      title="No buckets"
      hint="Set the query format to heatmap, or turn on “Calculate from data” for regular series."
    />
  );
}

function Chart({
  id,
  title,
  data,
  options,
  timeRange,
  timeZone,
  theme,
  host,
  view,
}: PanelProps<Options> & { view: HeatmapView }) {
  const [hover, setHover] = useState<HeatmapHover | null>(null);
  const [annotation, setAnnotation] = useState<AnnotationHover | null>(null);
  const { cellValues, showValue } = options;
  const countText = useCallback(
    (count: number) =>
      formatted(formatValue(count, cellValues.unit || 'short', cellValues.decimals)),
    [cellValues.unit, cellValues.decimals],
  );
  const model = useMemo<HeatmapModel>(
    () => ({
      id,
      ...view,
      range: timeRange,
      timeZone,
      theme,
      gap: options.cellGap,
      radius: options.cellRadius,
      cellText: showsText(showValue, view) ? countText : undefined,
      annotations: data.annotations,
      exemplars: exemplarsOf(data.frames),
      exemplarColor: theme.color(options.exemplars.color),
      crosshair: host.crosshair,
      summary: `${title || 'Heatmap'}: ${view.data.cells.length} cells, the highest count is ${countText(view.counts.max)}.`,
      onZoom: host.setTimeRange,
      onHover: setHover,
      onAnnotation: setAnnotation,
    }),
    [id, title, view, timeRange, timeZone, theme, options, showValue, countText, data, host],
  );
  const { element, chart } = useChart(heatmapChart, model);
  const close = useCallback(() => {
    setHover(null);
    chart.current?.unpin();
  }, [chart]);
  return (
    <ChartLayout
      legend={
        options.legend.show && (
          <ColorScale view={view} format={countText} count={hover?.cell?.count} />
        )
      }
    >
      <div ref={element} />
      {hover && !annotation && options.tooltip.mode !== 'none' && (
        <CellTooltip
          hover={hover}
          view={view}
          options={options}
          timeZone={timeZone}
          format={countText}
          onClose={close}
        />
      )}
      {annotation && <AnnotationTooltip hover={annotation} timeZone={timeZone} />}
    </ChartLayout>
  );
}

/** Without being asked for, only few and therefore large cells carry their value. */
function showsText(showValue: Options['showValue'], { data }: HeatmapView): boolean {
  return showValue === 'always' || (showValue === 'auto' && data.cells.length <= 200);
}
