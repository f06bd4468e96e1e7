import { useMemo, useState } from 'react';
import {
  ChartLayout,
  EmptyState,
  Legend,
  useHiddenSeries,
  type LegendItem,
  type PanelProps,
} from '@vedette/sdk';
import type { Options } from './options';
import { pieParts, slices, type Part, type PieSlice } from './parts';
import { Pie } from './Pie';

export function PieChartPanel({ data, options, theme, title }: PanelProps<Options>) {
  const { hidden, onToggle } = useHiddenSeries();
  const [focused, setFocused] = useState<string | null>(null);
  const parts = useMemo(() => pieParts(data.frames, options, theme), [data.frames, options, theme]);
  const shown = useMemo(
    () =>
      slices(
        parts.filter(({ id }) => !hidden.has(id)),
        options.sort,
      ),
    [parts, hidden, options.sort],
  );

  if (data.frames.length === 0)
    return <EmptyState title="No data" hint="The query returned nothing in this time range." />;
  if (parts.length === 0)
    return (
      <EmptyState title="No values to show" hint="A pie chart needs at least one number field." />
    );
  const { legend } = options;
  const items = legend.showLegend ? legendItems(parts, shown, legend.values, hidden) : [];
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
            shape="square"
            onToggle={onToggle}
            onFocus={(item) => setFocused(item?.id ?? null)}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState title="No values above zero" hint="A pie chart shows only values above zero." />
      ) : (
        <Pie slices={shown} options={options} focused={focused} title={title} />
      )}
    </ChartLayout>
  );
}

function legendItems(
  parts: readonly Part[],
  shown: readonly PieSlice[],
  values: Options['legend']['values'],
  hidden: ReadonlySet<string>,
): LegendItem[] {
  const percents = new Map(shown.map(({ item, percent, share }) => [item.id, { percent, share }]));
  const order = new Map(shown.map(({ item }, i) => [item.id, i]));
  return parts
    .filter(({ inLegend }) => inLegend)
    .sort((a, b) => (order.get(a.id) ?? parts.length) - (order.get(b.id) ?? parts.length))
    .map((part) => {
      const share = percents.get(part.id);
      return {
        id: part.id,
        name: part.name,
        color: part.color,
        hidden: hidden.has(part.id),
        values: values.map((kind) =>
          kind === 'percent'
            ? { title: 'Percent', text: share?.percent ?? '–', numeric: share?.share ?? NaN }
            : { title: 'Value', text: part.text, numeric: part.numeric },
        ),
      };
    });
}
