import { useCallback, useMemo, useState, type ReactNode } from 'react';
import {
  AnnotationTooltip,
  ChartLayout,
  EmptyState,
  Legend,
  mergedByColor,
  resolveOptions,
  stateRows,
  stateTimelineChart,
  useChart,
  type AnnotationHover,
  type Field,
  type PanelProps,
  type StateRow,
  type StateTimelineHover,
  type StateTimelineModel,
} from '@vedette/sdk';
import { stateItems } from './legend';
import { fieldOptions, type Options } from './options';
import { Pages } from './Pages';
import { StateTooltip } from './StateTooltip';

export function StateTimelinePanel(props: PanelProps<Options>) {
  const { data, options, timeRange, theme } = props;
  const { mergeValues, perPage } = options;
  const rows = useMemo(() => {
    const settings = (field: Field) => ({
      ...resolveOptions(fieldOptions, field.config.custom),
      mergeValues,
    });
    const shown = data.frames.map((frame) => ({
      ...frame,
      fields: frame.fields.filter(
        (field) =>
          field.type === 'time' || !resolveOptions(fieldOptions, field.config.custom).hideFrom.viz,
      ),
    }));
    const found = stateRows(shown, timeRange, theme, settings);
    return mergeValues ? mergedByColor(found) : found;
  }, [data.frames, timeRange, theme, mergeValues]);
  const [page, setPage] = useState(0);

  if (rows.length === 0) {
    return data.frames.length === 0 ? (
      <EmptyState title="No data" hint="The query returned nothing in this time range." />
    ) : (
      <EmptyState
        title="No states to show"
        hint="The result needs a time field and at least one value field."
      />
    );
  }
  const size = perPage ?? rows.length;
  const pages = Math.ceil(rows.length / size);
  const current = Math.min(page, pages - 1);
  return (
    <Timeline {...props} rows={pages > 1 ? rows.slice(current * size, (current + 1) * size) : rows}>
      {pages > 1 && <Pages page={current} pages={pages} onPage={setPage} />}
    </Timeline>
  );
}

interface TimelineProps extends PanelProps<Options> {
  rows: readonly StateRow[];
  children: ReactNode;
}

function Timeline({
  id,
  title,
  data,
  options,
  timeRange,
  theme,
  host,
  rows,
  children,
  ...rest
}: TimelineProps) {
  const timeZone =
    options.timezone[0] && options.timezone[0] !== 'browser' ? options.timezone[0] : rest.timeZone;
  const [hover, setHover] = useState<StateTimelineHover | null>(null);
  const [annotation, setAnnotation] = useState<AnnotationHover | null>(null);
  const style = resolveOptions(fieldOptions, rows[0]?.field.config.custom);
  const { rowHeight, showValue, alignValue, legend } = options;
  const { lineWidth, fillOpacity } = style;
  const model = useMemo<StateTimelineModel>(
    () => ({
      id,
      rows,
      rowHeight,
      showValue,
      alignValue,
      lineWidth,
      fillOpacity,
      range: timeRange,
      timeZone,
      theme,
      annotations: data.annotations,
      crosshair: host.crosshair,
      summary: summary(title, rows),
      onZoom: host.setTimeRange,
      onHover: setHover,
      onAnnotation: setAnnotation,
    }),
    [
      id,
      title,
      rows,
      rowHeight,
      showValue,
      alignValue,
      lineWidth,
      fillOpacity,
      timeRange,
      timeZone,
      theme,
      data.annotations,
      host,
    ],
  );
  const { element, chart } = useChart(stateTimelineChart, model);
  const close = useCallback(() => {
    setHover(null);
    chart.current?.unpin();
  }, [chart]);
  const items = useMemo(() => stateItems(rows, theme), [rows, theme]);
  const hasLegend = legend.showLegend && items.length > 0;
  return (
    <ChartLayout
      placement={legend.placement}
      legendWidth={legend.width}
      legend={
        (hasLegend || children) && (
          <>
            {children}
            {hasLegend && (
              <Legend
                items={items}
                mode={legend.displayMode}
                placement={legend.placement}
                shape="square"
                onFocus={(item) => chart.current?.highlight(item?.name ?? null)}
              />
            )}
          </>
        )
      }
    >
      <div ref={element} />
      {hover && !annotation && options.tooltip.mode !== 'none' && (
        <StateTooltip
          hover={hover}
          rows={rows}
          options={options.tooltip}
          timeZone={timeZone}
          onClose={close}
        />
      )}
      {annotation && <AnnotationTooltip hover={annotation} timeZone={timeZone} />}
    </ChartLayout>
  );
}

function summary(title: string, rows: readonly StateRow[]): string {
  const last = rows
    .slice(0, 8)
    .map(({ name, spans }) => `${name}: ${spans[spans.length - 1]?.text ?? 'No value'}`);
  return `${title || 'State timeline'}: ${rows.length} rows. ${last.join(', ')}. Arrow keys move between changes.`;
}
