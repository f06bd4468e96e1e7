import {
  axisOptions,
  choices,
  hideFromOptions,
  legendOptions,
  thresholdsStyleOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

export const options = (builder: OptionBuilder) =>
  tooltipOptions(legendOptions(builder))
    .group('Axis')
    .multi('timezone', 'Time zone', [
      { value: 'browser', label: 'Browser' },
      { value: 'utc', label: 'UTC' },
    ]);

export type Options = OptionsOf<typeof options>;

type Custom = { drawStyle: string };
const drawsLines = (o: Custom) => o.drawStyle === 'line';
const drawsBars = (o: Custom) => o.drawStyle === 'bars';

function drawing(builder: OptionBuilder) {
  return builder
    .group('Graph styles')
    .radio(
      'drawStyle',
      'Style',
      choices('line', 'Lines', 'bars', 'Bars', 'points', 'Points'),
      'line',
    )
    .radio(
      'lineInterpolation',
      'Line interpolation',
      choices(
        'linear',
        'Linear',
        'smooth',
        'Smooth',
        'stepBefore',
        'Step before',
        'stepAfter',
        'Step after',
      ),
      'linear',
      { when: drawsLines },
    )
    .slider('barAlignment', 'Bar alignment', 0, { min: -1, max: 1, step: 1, when: drawsBars })
    .slider('barWidthFactor', 'Bar width', 0.6, { min: 0.1, max: 1, step: 0.05, when: drawsBars })
    .number('barMaxWidth', 'Max bar width', null, { min: 1, unit: 'px', when: drawsBars })
    .slider('lineWidth', 'Line width', 1, { min: 0, max: 10, step: 1 })
    .slider('fillOpacity', 'Fill opacity', 0, { min: 0, max: 100, step: 1, unit: '%' })
    .radio(
      'gradientMode',
      'Gradient',
      choices('none', 'None', 'opacity', 'Opacity', 'hue', 'Hue', 'scheme', 'Scheme'),
      'none',
    )
    .text('fillBelowTo', 'Fill below to', '', {
      help: 'Name of the series where the fill ends.',
      when: drawsLines,
    })
    .select(
      'lineStyle.fill',
      'Line style',
      choices('solid', 'Solid', 'dash', 'Dash', 'dot', 'Dots', 'square', 'Squares'),
      'solid',
      { when: drawsLines },
    )
    .select(
      'spanNulls',
      'Connect missing values',
      [
        { value: false, label: 'Never' },
        { value: true, label: 'Always' },
        { value: 300_000, label: 'Gaps shorter than 5 minutes' },
        { value: 3_600_000, label: 'Gaps shorter than 1 hour' },
      ],
      false,
      { when: drawsLines },
    )
    .select(
      'insertNulls',
      'Disconnect values',
      [
        { value: false, label: 'As returned by the data source' },
        { value: 300_000, label: 'Gaps longer than 5 minutes' },
        { value: 3_600_000, label: 'Gaps longer than 1 hour' },
      ],
      false,
      { when: drawsLines },
    )
    .radio(
      'showPoints',
      'Show points',
      choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
      'auto',
      {
        when: drawsLines,
      },
    )
    .slider('pointSize', 'Point size', 5, { min: 1, max: 40, step: 1 })
    .radio(
      'stacking.mode',
      'Stack series',
      choices('none', 'Off', 'normal', 'Normal', 'percent', '100%'),
      'none',
    )
    .text('stacking.group', 'Stacking group', 'A', { when: (o) => o.stacking.mode !== 'none' })
    .select(
      'transform',
      'Transform',
      choices('', 'None', 'constant', 'Constant', 'negative-Y', 'Negative Y'),
      '',
    );
}

export const fieldOptions = (builder: OptionBuilder) =>
  thresholdsStyleOptions(hideFromOptions(axisOptions(drawing(builder))));

export type FieldOptions = OptionsOf<typeof fieldOptions>;
