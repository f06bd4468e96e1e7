import {
  axisOptions,
  choices,
  hideFromOptions,
  legendOptions,
  textSizeOptions,
  thresholdsStyleOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

export const options = (builder: OptionBuilder) =>
  textSizeOptions(
    tooltipOptions(
      legendOptions(
        builder
          .group('Bar chart')
          .field('xField', 'X axis', '', { placeholder: 'First text or time field' })
          .radio(
            'orientation',
            'Orientation',
            choices('auto', 'Auto', 'horizontal', 'Horizontal', 'vertical', 'Vertical'),
            'auto',
          )
          .slider('xTickLabelRotation', 'Rotate tick labels', 0, {
            min: -90,
            max: 90,
            step: 15,
            unit: '°',
          })
          .number('xTickLabelMaxLength', 'Max tick label length', null, {
            min: 1,
            unit: 'characters',
          })
          .slider('xTickLabelSpacing', 'Tick label spacing', 0, {
            min: -300,
            max: 300,
            step: 10,
            unit: 'px',
          })
          .radio(
            'showValue',
            'Show values',
            choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
            'auto',
          )
          .radio(
            'stacking',
            'Stacking',
            choices('none', 'Off', 'normal', 'Normal', 'percent', '100%'),
            'none',
          )
          .slider('groupWidth', 'Group width', 0.7, { min: 0, max: 1, step: 0.01 })
          .slider('barWidth', 'Bar width', 0.97, { min: 0, max: 1, step: 0.01 })
          .slider('barRadius', 'Bar radius', 0, { min: 0, max: 0.5, step: 0.05 })
          .switch('fullHighlight', 'Highlight full area on hover', false)
          .field('colorByField', 'Color by field', ''),
      ),
    ),
  );

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) =>
  thresholdsStyleOptions(
    hideFromOptions(
      axisOptions(
        builder
          .group('Bars')
          .slider('lineWidth', 'Line width', 1, { min: 0, max: 10, step: 1 })
          .slider('fillOpacity', 'Fill opacity', 80, { min: 0, max: 100, step: 1, unit: '%' })
          .radio(
            'gradientMode',
            'Gradient',
            choices('none', 'None', 'opacity', 'Opacity', 'hue', 'Hue', 'scheme', 'Scheme'),
            'none',
          ),
      ),
    ),
  );

export type FieldOptions = OptionsOf<typeof fieldOptions>;
