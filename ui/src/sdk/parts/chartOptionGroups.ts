/** Option groups that charts share, with the stored keys and defaults of Grafana 10.4. */
import type { OptionBuilder } from '../options';
import { choices, reducerChoices } from './optionGroups';

const legendShown = (o: { legend: { showLegend: boolean } }) => o.legend.showLegend;

export function legendOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Legend')
    .switch('legend.showLegend', 'Show legend', true)
    .radio(
      'legend.displayMode',
      'Mode',
      choices('list', 'List', 'table', 'Table', 'hidden', 'Hidden'),
      'list',
      {
        when: legendShown,
      },
    )
    .radio(
      'legend.placement',
      'Placement',
      choices('bottom', 'Bottom', 'right', 'Right'),
      'bottom',
      {
        when: legendShown,
      },
    )
    .number('legend.width', 'Width', null, { min: 0, unit: 'px', when: legendShown })
    .multi('legend.calcs', 'Values', reducerChoices, [], {
      help: 'Calculations shown for each series.',
      when: legendShown,
    })
    .text('legend.sortBy', 'Sort by', '', { when: () => false })
    .switch('legend.sortDesc', 'Sort descending', false, { when: () => false });
}

export function tooltipOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Tooltip')
    .radio(
      'tooltip.mode',
      'Mode',
      choices('single', 'Single', 'multi', 'All', 'none', 'Hidden'),
      'single',
    )
    .radio(
      'tooltip.sort',
      'Sort values',
      choices('none', 'None', 'asc', 'Ascending', 'desc', 'Descending'),
      'none',
      {
        when: (o) => o.tooltip.mode === 'multi',
      },
    )
    .switch('tooltip.hideZeros', 'Hide zeros', false, { when: (o) => o.tooltip.mode === 'multi' })
    .number('tooltip.maxWidth', 'Max width', null, { min: 0, unit: 'px' })
    .number('tooltip.maxHeight', 'Max height', null, { min: 0, unit: 'px' });
}

/** Axis keys of `fieldConfig.defaults.custom`. */
export function axisOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Axis')
    .select(
      'axisPlacement',
      'Placement',
      choices('auto', 'Auto', 'left', 'Left', 'right', 'Right', 'hidden', 'Hidden'),
      'auto',
    )
    .text('axisLabel', 'Label')
    .number('axisWidth', 'Width', null, { min: 0, unit: 'px', placeholder: 'Auto' })
    .radio('axisColorMode', 'Color', choices('text', 'Text', 'series', 'Series'), 'text')
    .switch('axisBorderShow', 'Show border', false)
    .switch('axisCenteredZero', 'Centered zero', false)
    .number('axisSoftMin', 'Soft min', null)
    .number('axisSoftMax', 'Soft max', null)
    .select(
      'axisGridShow',
      'Grid lines',
      [
        { value: null, label: 'Auto' },
        { value: true, label: 'On' },
        { value: false, label: 'Off' },
      ],
      null,
    )
    .radio(
      'scaleDistribution.type',
      'Scale',
      choices('linear', 'Linear', 'log', 'Logarithmic', 'symlog', 'Symlog'),
      'linear',
    )
    .select(
      'scaleDistribution.log',
      'Log base',
      [
        { value: 2, label: '2' },
        { value: 10, label: '10' },
      ],
      2,
      {
        when: (o) => o.scaleDistribution.type !== 'linear',
      },
    )
    .number('scaleDistribution.linearThreshold', 'Linear threshold', null, {
      when: (o) => o.scaleDistribution.type === 'symlog',
    });
}

export function hideFromOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Hide in area')
    .switch('hideFrom.viz', 'Visualization')
    .switch('hideFrom.legend', 'Legend')
    .switch('hideFrom.tooltip', 'Tooltip');
}

export function thresholdsStyleOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder.group('Thresholds').select(
    'thresholdsStyle.mode',
    'Show thresholds',
    [
      { value: 'off', label: 'Off' },
      { value: 'line', label: 'As lines' },
      { value: 'dashed', label: 'As dashed lines' },
      { value: 'area', label: 'As filled regions' },
      { value: 'line+area', label: 'As regions and lines' },
      { value: 'dashed+area', label: 'As regions and dashed lines' },
      { value: 'series', label: 'As series' },
    ],
    'off',
  );
}
