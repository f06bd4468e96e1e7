import {
  axisOptions,
  choices,
  fillOptions,
  hideFromOptions,
  legendOptions,
  orientationChoices,
  thresholdsStyleOptions,
  tooltipOptions,
  valueSizeOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

const bars = (builder: OptionBuilder) =>
  builder
    .group('Bar chart', { part: 'series' })
    .field('xField', 'X axis', '', {
      placeholder: 'First text or time field',
      part: 'axis',
    })
    .radio('orientation', 'Orientation', orientationChoices, 'auto')
    .slider('xTickLabelRotation', 'Rotate tick labels', 0, {
      min: -90,
      max: 90,
      step: 15,
      unit: '°',
      part: 'axis',
    })
    .number('xTickLabelMaxLength', 'Max tick label length', null, {
      min: 1,
      unit: 'characters',
      placeholder: 'Auto',
      part: 'axis',
      when: (o) => o.xTickLabelRotation !== 0,
    })
    .slider('xTickLabelSpacing', 'Tick label spacing', 0, {
      min: -300,
      max: 300,
      step: 10,
      unit: 'px',
      help: 'A negative distance keeps the last label instead of the first.',
      part: 'axis',
    })
    .radio(
      'showValue',
      'Show values',
      choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
      'auto',
      { part: 'value' },
    )
    .radio(
      'stacking',
      'Stacking',
      choices('none', 'Off', 'normal', 'Normal', 'percent', '100%'),
      'none',
    )
    .slider('groupWidth', 'Group width', 0.7, {
      min: 0,
      max: 1,
      step: 0.01,
      when: (o) => o.stacking === 'none',
    })
    .slider('barWidth', 'Bar width', 0.97, { min: 0, max: 1, step: 0.01 })
    .slider('barRadius', 'Bar radius', 0, { min: 0, max: 0.5, step: 0.05 })
    .switch('fullHighlight', 'Highlight full area on hover', false)
    .field('colorByField', 'Color by field', '');

export const options = (builder: OptionBuilder) =>
  valueSizeOptions(
    legendOptions(
      tooltipOptions(bars(builder), {
        when: (o) => !o.fullHighlight || o.stacking === 'none',
      }),
    ),
  );

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) =>
  thresholdsStyleOptions(
    hideFromOptions(
      axisOptions(
        fillOptions(builder.group('Bars', { part: 'series' }), {
          lineWidth: 1,
          fillOpacity: 80,
        })
          .radio(
            'gradientMode',
            'Gradient',
            choices('none', 'None', 'opacity', 'Opacity', 'hue', 'Hue', 'scheme', 'Scheme'),
            'none',
          )
          .select(
            'transform',
            'Transform',
            choices('', 'None', 'constant', 'Constant', 'negative-Y', 'Negative Y'),
            '',
            { overrideOnly: true },
          ),
      ),
    ),
  );

export type FieldOptions = OptionsOf<typeof fieldOptions>;
