import {
  choices,
  hideFromOptions,
  optionAt,
  schemeNames,
  withOption,
  type OptionBuilder,
  type OptionsOf,
  type StoredPanel,
} from '@vedette/sdk';

const bucketModes = choices('size', 'Size', 'count', 'Count');
const scales = choices('linear', 'Linear', 'log', 'Logarithmic');
const layouts = choices(
  'auto',
  'Auto',
  'le',
  'Upper (le)',
  'ge',
  'Lower (ge)',
  'unknown',
  'Middle',
);
const AUTO = { placeholder: 'Auto' };

const calculates = (o: { calculate: boolean }) => o.calculate;
const readsRows = (o: { calculate: boolean }) => !o.calculate;

const buckets = (builder: OptionBuilder) =>
  builder
    .group('Heatmap', { part: 'series' })
    .switch('calculate', 'Calculate from data', false, {
      help: 'Calculate buckets from series. Turn off if the query returns buckets.',
    })
    .radio('calculation.xBuckets.mode', 'X buckets', bucketModes, 'size', {
      when: calculates,
    })
    .text('calculation.xBuckets.value', 'X value', '', {
      ...AUTO,
      help: 'A duration for a size, or a number for a count.',
      when: calculates,
    })
    .radio('calculation.yBuckets.mode', 'Y buckets', bucketModes, 'size', {
      when: (o) => o.calculate && !isLogarithmic(o),
    })
    .text('calculation.yBuckets.value', 'Y value', '', {
      ...AUTO,
      help: 'On a logarithmic scale, the number of buckets in each power of the base.',
      when: calculates,
    })
    .select('calculation.yBuckets.scale.type', 'Y scale', scales, 'linear', {
      when: calculates,
    })
    .select(
      'calculation.yBuckets.scale.log',
      'Log base',
      [
        { value: 2, label: '2' },
        { value: 10, label: '10' },
      ],
      2,
      { when: (o) => o.calculate && isLogarithmic(o) },
    );

function isLogarithmic(o: object): boolean {
  return optionAt(o, 'calculation.yBuckets.scale.type') === 'log';
}

const axis = (builder: ReturnType<typeof buckets>) =>
  builder
    .group('Y axis', { part: 'axis' })
    .radio(
      'yAxis.axisPlacement',
      'Placement',
      choices('left', 'Left', 'right', 'Right', 'hidden', 'Hidden'),
      'left',
    )
    .unit('yAxis.unit', 'Unit')
    .number('yAxis.decimals', 'Decimals', null, { ...AUTO, min: 0, max: 15 })
    .number('yAxis.min', 'Min', null, AUTO)
    .number('yAxis.max', 'Max', null, AUTO)
    .number('yAxis.axisWidth', 'Width', null, { ...AUTO, min: 5, unit: 'px' })
    .text('yAxis.axisLabel', 'Label')
    .radio('rowsFrame.layout', 'Bucket bound', layouts, 'auto', {
      part: 'series',
      when: readsRows,
    })
    .switch('yAxis.reverse', 'Reverse', false);

const colors = (builder: ReturnType<typeof axis>) =>
  builder
    .group('Colors', { part: 'legend' })
    .radio('color.mode', 'Mode', choices('scheme', 'Scheme', 'opacity', 'Opacity'), 'scheme')
    .color('color.fill', 'Color', 'dark-orange', {
      when: (o) => o.color.mode === 'opacity',
    })
    .radio(
      'color.scale',
      'Scale',
      choices('exponential', 'Exponential', 'linear', 'Linear'),
      'exponential',
      { when: (o) => o.color.mode === 'opacity' },
    )
    .slider('color.exponent', 'Exponent', 0.5, {
      min: 0.1,
      max: 2,
      step: 0.1,
      when: ({ color }) => color.mode === 'opacity' && color.scale === 'exponential',
    })
    .select(
      'color.scheme',
      'Scheme',
      schemeNames.map((name) => ({ value: name, label: name })),
      'Vedette',
      { when: (o) => o.color.mode === 'scheme' },
    )
    .slider('color.steps', 'Steps', 64, { min: 2, max: 128, step: 1 })
    .switch('color.reverse', 'Reverse', false)
    .number('color.min', 'Start color scale from', null, AUTO)
    .number('color.max', 'End color scale at', null, AUTO);

const cells = (builder: ReturnType<typeof colors>) =>
  builder
    .group('Cell display', { part: 'cell' })
    .text('rowsFrame.value', 'Value name', '', {
      placeholder: 'Value',
      when: readsRows,
    })
    .select(
      'showValue',
      'Show values',
      choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
      'auto',
    )
    .unit('cellValues.unit', 'Unit')
    .number('cellValues.decimals', 'Decimals', null, {
      ...AUTO,
      min: 0,
      max: 15,
    })
    .slider('cellGap', 'Cell gap', 1, { min: 0, max: 25, step: 1, unit: 'px' })
    .slider('cellRadius', 'Cell radius', 0, {
      min: 0,
      max: 20,
      step: 1,
      unit: 'px',
    })
    .number('filterValues.le', 'Hide cells with values <=', 1e-9)
    .number('filterValues.ge', 'Hide cells with values >=', null, {
      placeholder: 'None',
    });

const shown = (o: { tooltip: { mode: string } }) => o.tooltip.mode !== 'none';

export const options = (builder: OptionBuilder) =>
  cells(colors(axis(buckets(builder))))
    .group('Tooltip', { part: 'tooltip' })
    .radio(
      'tooltip.mode',
      'Mode',
      choices('single', 'Single', 'multi', 'All', 'none', 'Hidden'),
      'single',
    )
    .switch('tooltip.yHistogram', 'Show histogram', false, {
      when: (o) => o.tooltip.mode === 'single',
    })
    .switch('tooltip.showColorScale', 'Show color scale', false, {
      when: shown,
    })
    .number('tooltip.maxWidth', 'Max width', null, {
      ...AUTO,
      min: 0,
      unit: 'px',
      when: shown,
    })
    .number('tooltip.maxHeight', 'Max height', null, {
      ...AUTO,
      min: 0,
      unit: 'px',
      when: shown,
    })
    .group('Legend', { part: 'legend' })
    .switch('legend.show', 'Show legend', true)
    .group('Exemplars', { part: 'series' })
    .color('exemplars.color', 'Color', 'rgba(255,0,255,0.7)');

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) =>
  hideFromOptions(builder)
    .text('scaleDistribution.type', 'Scale', 'linear', { internal: true })
    .number('scaleDistribution.log', 'Log base', 2, { internal: true });

/** Before 10.3, `tooltip.show` decided whether there is a tooltip. */
export function migrate(panel: StoredPanel): StoredPanel {
  const tooltip = optionAt(panel, 'options.tooltip') as
    { show?: boolean; mode?: string } | undefined;
  if (tooltip?.show !== false || tooltip.mode !== undefined) return panel;
  return withOption(panel, 'options.tooltip.mode', 'none');
}
