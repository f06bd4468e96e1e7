import {
  choices,
  reduceOptions,
  textSizeOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

export function options(builder: OptionBuilder) {
  return textSizeOptions(
    reduceOptions(builder)
      .group('Display')
      .radio(
        'orientation',
        'Orientation',
        choices('auto', 'Auto', 'horizontal', 'Horizontal', 'vertical', 'Vertical'),
        'auto',
      )
      .switch('showThresholdMarkers', 'Threshold markers', true)
      .switch('showThresholdLabels', 'Threshold labels', false)
      .radio('sizing', 'Size', choices('auto', 'Auto', 'manual', 'Manual'), 'auto')
      .slider('minVizWidth', 'Min width', 75, {
        min: 20,
        max: 600,
        unit: 'px',
        when: (o) => o.sizing === 'manual',
      })
      .slider('minVizHeight', 'Min height', 75, {
        min: 20,
        max: 600,
        unit: 'px',
        when: (o) => o.sizing === 'manual',
      }),
  );
}

export type GaugeOptions = OptionsOf<typeof options>;
