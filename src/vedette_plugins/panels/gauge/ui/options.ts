import {
  choices,
  orientationChoices,
  reduceOptions,
  textSizeOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

type Sized = { sizing: string; orientation: string };
const sizes = (orientation: string) => (o: Sized) =>
  o.sizing === 'manual' && o.orientation === orientation;

export function options(builder: OptionBuilder) {
  return textSizeOptions(
    reduceOptions(builder)
      .group('Gauge', { part: 'series' })
      .radio('orientation', 'Orientation', orientationChoices, 'auto')
      .switch('showThresholdLabels', 'Threshold labels', false, {
        part: 'thresholds',
      })
      .switch('showThresholdMarkers', 'Threshold markers', true, {
        part: 'thresholds',
      })
      .radio('sizing', 'Size', choices('auto', 'Auto', 'manual', 'Manual'), 'auto', {
        when: (o) => o.orientation !== 'auto',
      })
      .slider('minVizWidth', 'Min width', 75, {
        min: 0,
        max: 600,
        unit: 'px',
        when: sizes('vertical'),
      })
      .slider('minVizHeight', 'Min height', 75, {
        min: 0,
        max: 600,
        unit: 'px',
        when: sizes('horizontal'),
      }),
  );
}

export type GaugeOptions = OptionsOf<typeof options>;

export function fieldOptions(builder: OptionBuilder) {
  return builder.group('Gauge', { part: 'series' }).number('neutral', 'Neutral value', null, {
    placeholder: 'Minimum',
    help: 'Value where the arc starts. Default: the minimum.',
  });
}
