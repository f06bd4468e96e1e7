/** Option groups that several panels share, with the stored keys and defaults of Grafana 10.4. */
import type { Choice, OptionBuilder } from '../options';

export const reducerChoices: readonly Choice<string>[] = [
  ['lastNotNull', 'Last *'],
  ['last', 'Last'],
  ['firstNotNull', 'First *'],
  ['first', 'First'],
  ['min', 'Min'],
  ['max', 'Max'],
  ['mean', 'Mean'],
  ['sum', 'Total'],
  ['count', 'Count'],
  ['median', 'Median'],
  ['range', 'Range'],
  ['delta', 'Delta'],
  ['step', 'Step'],
  ['diff', 'Difference'],
  ['diffperc', 'Difference in percent'],
  ['logmin', 'Min above zero'],
  ['allIsZero', 'All zeros'],
  ['allIsNull', 'All nulls'],
  ['changeCount', 'Change count'],
  ['distinctCount', 'Distinct count'],
  ['variance', 'Variance'],
  ['stdDev', 'Standard deviation'],
  ['p50', '50th percentile'],
  ['p90', '90th percentile'],
  ['p95', '95th percentile'],
  ['p99', '99th percentile'],
].map(([value, label]) => ({ value: value as string, label: label as string }));

const legendShown = (o: { legend: { showLegend: boolean } }) => o.legend.showLegend;

export function legendOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Legend')
    .switch('legend.showLegend', 'Show legend', true)
    .radio('legend.displayMode', 'Mode', choices('list', 'List', 'table', 'Table', 'hidden', 'Hidden'), 'list', {
      when: legendShown,
    })
    .radio('legend.placement', 'Placement', choices('bottom', 'Bottom', 'right', 'Right'), 'bottom', {
      when: legendShown,
    })
    .number('legend.width', 'Width', null, { min: 0, unit: 'px', when: legendShown })
    .multi('legend.calcs', 'Values', reducerChoices, [], { help: 'Calculated over the series shown.', when: legendShown })
    .text('legend.sortBy', 'Sort by', '', { when: () => false })
    .switch('legend.sortDesc', 'Sort descending', false, { when: () => false });
}

export function tooltipOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Tooltip')
    .radio('tooltip.mode', 'Mode', choices('single', 'Single', 'multi', 'All', 'none', 'Hidden'), 'single')
    .radio('tooltip.sort', 'Sort values', choices('none', 'None', 'asc', 'Ascending', 'desc', 'Descending'), 'none', {
      when: (o) => o.tooltip.mode === 'multi',
    })
    .switch('tooltip.hideZeros', 'Hide zeros', false, { when: (o) => o.tooltip.mode === 'multi' })
    .number('tooltip.maxWidth', 'Max width', null, { min: 0, unit: 'px' })
    .number('tooltip.maxHeight', 'Max height', null, { min: 0, unit: 'px' });
}

export function reduceOptions<O extends object>(builder: OptionBuilder<O>, calcs: string[] = ['lastNotNull']) {
  return builder
    .group('Value')
    .radio('reduceOptions.values', 'Show', [
      { value: false, label: 'Calculate', description: 'One value for each column' },
      { value: true, label: 'All values', description: 'One value for each row' },
    ], false)
    .number('reduceOptions.limit', 'Limit', null, { min: 1, when: (o) => o.reduceOptions.values })
    .multi('reduceOptions.calcs', 'Calculation', reducerChoices, calcs, { when: (o) => !o.reduceOptions.values })
    .text('reduceOptions.fields', 'Fields', '', { help: 'Empty for all numbers, a name, or a /pattern/.' });
}

export function textSizeOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Text size')
    .number('text.titleSize', 'Title', null, { min: 1, unit: 'px', placeholder: 'Auto' })
    .number('text.valueSize', 'Value', null, { min: 1, unit: 'px', placeholder: 'Auto' });
}

/** Axis keys of `fieldConfig.defaults.custom`. */
export function axisOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Axis')
    .select('axisPlacement', 'Placement', choices('auto', 'Auto', 'left', 'Left', 'right', 'Right', 'hidden', 'Hidden'), 'auto')
    .text('axisLabel', 'Label')
    .number('axisWidth', 'Width', null, { min: 0, unit: 'px', placeholder: 'Auto' })
    .radio('axisColorMode', 'Color', choices('text', 'Text', 'series', 'Series'), 'text')
    .switch('axisBorderShow', 'Show border', false)
    .switch('axisCenteredZero', 'Centered zero', false)
    .number('axisSoftMin', 'Soft min', null)
    .number('axisSoftMax', 'Soft max', null)
    .select('axisGridShow', 'Grid lines', [
      { value: null, label: 'Auto' },
      { value: true, label: 'On' },
      { value: false, label: 'Off' },
    ], null)
    .radio('scaleDistribution.type', 'Scale', choices('linear', 'Linear', 'log', 'Logarithmic', 'symlog', 'Symlog'), 'linear')
    .select('scaleDistribution.log', 'Log base', [{ value: 2, label: '2' }, { value: 10, label: '10' }], 2, {
      when: (o) => o.scaleDistribution.type !== 'linear',
    })
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
  return builder
    .group('Thresholds')
    .select('thresholdsStyle.mode', 'Show thresholds', [
      { value: 'off', label: 'Off' },
      { value: 'line', label: 'As lines' },
      { value: 'dashed', label: 'As dashed lines' },
      { value: 'area', label: 'As filled regions' },
      { value: 'line+area', label: 'As regions and lines' },
      { value: 'dashed+area', label: 'As regions and dashed lines' },
      { value: 'series', label: 'As series' },
    ], 'off');
}

/** Pairs of value and label, flat: `choices('list', 'List', 'table', 'Table')`. */
export function choices<const T extends readonly string[]>(...pairs: T): Choice<EvenItems<T>>[] {
  const result: Choice<EvenItems<T>>[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    result.push({ value: pairs[i] as EvenItems<T>, label: pairs[i + 1] as string });
  }
  return result;
}

type EvenItems<T extends readonly string[]> = T extends readonly [
  infer V extends string,
  string,
  ...infer Rest extends readonly string[],
]
  ? V | EvenItems<Rest>
  : never;
