import {
  choices,
  hideFromOptions,
  legendLayoutOptions,
  reduceOptions,
  textSizeOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

const shownValues = choices('name', 'Name', 'value', 'Value', 'percent', 'Percent');

const pie = (builder: OptionBuilder) =>
  reduceOptions(builder)
    .group('Pie chart', { part: 'series' })
    .radio('pieType', 'Type', choices('pie', 'Pie', 'donut', 'Donut'), 'pie')
    .radio(
      'sort',
      'Slice order',
      choices('none', 'As queried', 'asc', 'Ascending', 'desc', 'Descending'),
      'desc',
    )
    .multi('displayLabels', 'Labels', shownValues, [], { part: 'value' });

export const options = (builder: OptionBuilder) =>
  textSizeOptions(
    legendLayoutOptions(tooltipOptions(pie(builder))).multi(
      'legend.values',
      'Values',
      choices('value', 'Value', 'percent', 'Percent'),
      [],
      { when: (o) => o.legend.showLegend },
    ),
  );

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) => hideFromOptions(builder);
