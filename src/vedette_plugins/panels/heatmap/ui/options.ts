import { choices, schemeNames, type OptionBuilder, type OptionsOf } from '@vedette/sdk';

const bucketModes = choices('count', 'Count', 'size', 'Size');
const scales = choices('linear', 'Linear', 'log', 'Logarithmic');

export const options = (builder: OptionBuilder) =>
  builder
    .group('Heatmap')
    .switch('calculate', 'Calculate from data', false, {
      help: 'Calculate buckets from series. Turn off if the query returns buckets.',
    })
    .radio('calculation.xBuckets.mode', 'X buckets', bucketModes, 'count', {
      when: (o) => o.calculate,
    })
    .text('calculation.xBuckets.value', 'X value', '', {
      placeholder: 'Auto',
      when: (o) => o.calculate,
    })
    .radio('calculation.yBuckets.mode', 'Y buckets', bucketModes, 'count', {
      when: (o) => o.calculate,
    })
    .text('calculation.yBuckets.value', 'Y value', '', {
      placeholder: 'Auto',
      when: (o) => o.calculate,
    })
    .select('calculation.yBuckets.scale.type', 'Y scale', scales, 'linear', {
      when: (o) => o.calculate,
    })
    .select(
      'calculation.yBuckets.scale.log',
      'Log base',
      [
        { value: 2, label: '2' },
        { value: 10, label: '10' },
      ],
      2,
      {
        when: (o) => o.calculation.yBuckets.scale.type === 'log',
      },
    )
    .select(
      'rowsFrame.layout',
      'Bucket bound',
      choices('auto', 'Auto', 'le', 'Upper (le)', 'ge', 'Lower (ge)', 'unknown', 'Middle'),
      'auto',
      { when: (o) => !o.calculate },
    )
    .text('rowsFrame.value', 'Value name', '', { placeholder: 'Value', when: (o) => !o.calculate })
    .group('Y axis')
    .select(
      'yAxis.axisPlacement',
      'Placement',
      choices('left', 'Left', 'right', 'Right', 'hidden', 'Hidden'),
      'left',
    )
    .text('yAxis.axisLabel', 'Label')
    .number('yAxis.axisWidth', 'Width', null, { min: 0, unit: 'px' })
    .unit('yAxis.unit', 'Unit')
    .number('yAxis.decimals', 'Decimals', null, { min: 0 })
    .number('yAxis.min', 'Min', null)
    .number('yAxis.max', 'Max', null)
    .switch('yAxis.reverse', 'Reverse', false)
    .group('Colors')
    .radio('color.mode', 'Mode', choices('scheme', 'Scheme', 'opacity', 'Opacity'), 'scheme')
    .select(
      'color.scheme',
      'Scheme',
      schemeNames.map((name) => ({ value: name, label: name })),
      'Vedette',
      {
        when: (o) => o.color.mode === 'scheme',
      },
    )
    .color('color.fill', 'Color', 'dark-orange', { when: (o) => o.color.mode === 'opacity' })
    .radio(
      'color.scale',
      'Scale',
      choices('exponential', 'Exponential', 'linear', 'Linear'),
      'exponential',
    )
    .slider('color.exponent', 'Exponent', 0.5, {
      min: 0.1,
      max: 2,
      step: 0.1,
      when: (o) => o.color.scale === 'exponential',
    })
    .slider('color.steps', 'Steps', 64, { min: 2, max: 128, step: 1 })
    .switch('color.reverse', 'Reverse', false)
    .number('color.min', 'Start color scale from', null)
    .number('color.max', 'End color scale at', null)
    .group('Cell display')
    .select(
      'showValue',
      'Show values',
      choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
      'auto',
    )
    .unit('cellValues.unit', 'Unit')
    .number('cellValues.decimals', 'Decimals', null, { min: 0 })
    .slider('cellGap', 'Cell gap', 1, { min: 0, max: 25, step: 1, unit: 'px' })
    .slider('cellRadius', 'Cell radius', 0, { min: 0, max: 20, step: 1, unit: 'px' })
    .number('filterValues.le', 'Hide cells with values <=', 1e-9)
    .number('filterValues.ge', 'Hide cells with values >=', null)
    .group('Tooltip')
    .radio(
      'tooltip.mode',
      'Mode',
      choices('single', 'Single', 'multi', 'All', 'none', 'Hidden'),
      'single',
    )
    .switch('tooltip.yHistogram', 'Show histogram', false)
    .switch('tooltip.showColorScale', 'Show color scale', false)
    .number('tooltip.maxWidth', 'Max width', null, { min: 0, unit: 'px' })
    .number('tooltip.maxHeight', 'Max height', null, { min: 0, unit: 'px' })
    .group('Legend')
    .switch('legend.show', 'Show legend', true)
    .group('Exemplars')
    .color('exemplars.color', 'Color', 'rgba(255,0,255,0.7)');

export type Options = OptionsOf<typeof options>;
