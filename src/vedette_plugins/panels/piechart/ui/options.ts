import {
  choices,
  hideFromOptions,
  reduceOptions,
  textSizeOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

const shownValues = choices('name', 'Name', 'value', 'Value', 'percent', 'Percent');
const legendShown = (o: { legend: { showLegend: boolean } }) => o.legend.showLegend;

export const options = (builder: OptionBuilder) =>
  textSizeOptions(tooltipOptions(reduceOptions(builder)))
    .group('Pie chart')
    .radio('pieType', 'Type', choices('pie', 'Pie', 'donut', 'Donut'), 'pie')
    .radio(
      'sort',
      'Slice order',
      choices('none', 'As queried', 'asc', 'Ascending', 'desc', 'Descending'),
      'desc',
    )
    .multi('displayLabels', 'Labels', shownValues)
    .group('Legend')
    .switch('legend.showLegend', 'Show legend', true)
    .radio(
      'legend.displayMode',
      'Mode',
      choices('list', 'List', 'table', 'Table', 'hidden', 'Hidden'),
      'list',
      { when: legendShown },
    )
    .radio(
      'legend.placement',
      'Placement',
      choices('bottom', 'Bottom', 'right', 'Right'),
      'bottom',
      { when: legendShown },
    )
    .number('legend.width', 'Width', null, { min: 0, unit: 'px', when: legendShown })
    .multi('legend.values', 'Values', choices('value', 'Value', 'percent', 'Percent'), [], {
      when: legendShown,
    });

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) => hideFromOptions(builder);
