import { useMemo, useState } from 'react';
import {
  ChartLayout,
  EmptyState,
  Legend,
  barTable,
  legendValues,
  useHiddenSeries,
  type LegendItem,
  type PanelProps,
} from '@vedette/sdk';
import { Bars } from './Bars';
import { shownSeries, type ShownSeries } from './model';
import type { Options } from './options';

export function BarChartPanel({ data, options, theme, timeZone, title }: PanelProps<Options>) {
  const { hidden, onToggle } = useHiddenSeries();
  const [focused, setFocused] = useState<string | null>(null);
  const table = useMemo(
    () => barTable(data.frames, options.xField, timeZone),
    [data.frames, options.xField, timeZone],
  );
  const series = useMemo(() => shownSeries(table, theme), [table, theme]);
  const visible = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);

  if (data.frames.length === 0)
    return <EmptyState title="No data" hint="The query returned nothing in this time range." />;
  if (series.length === 0 || table.categories.length === 0) {
    return (
      <EmptyState
        title="No values to compare"
        hint="A bar chart needs a text or time field and at least one number field."
      />
    );
  }
  const { legend } = options;
  const items = legend.showLegend ? legendItems(series, legend.calcs, hidden) : [];
  return (
    <ChartLayout
      placement={legend.placement}
      legendWidth={legend.width}
      legend={
        items.length > 0 && (
          <Legend
            items={items}
            mode={legend.displayMode}
            placement={legend.placement}
            sortBy={legend.sortBy}
            sortDesc={legend.sortDesc}
            shape="square"
            onToggle={onToggle}
            onFocus={(item) => setFocused(item?.id ?? null)}
          />
        )
      }
    >
      <Bars
        table={table}
        series={visible}
        options={options}
        theme={theme}
        focused={focused}
        title={title}
      />
    </ChartLayout>
  );
}

function legendItems(
  series: readonly ShownSeries[],
  calcs: readonly string[],
  hidden: ReadonlySet<string>,
): LegendItem[] {
  return series
    .filter(({ style }) => !style.hideFrom.legend)
    .map(({ id, name, color, field }) => ({
      id,
      name,
      color,
      hidden: hidden.has(id),
      values: legendValues(field, calcs),
    }));
}
