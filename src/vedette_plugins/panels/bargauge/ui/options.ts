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
      .radio(
        'displayMode',
        'Bars',
        choices('gradient', 'Gradient', 'lcd', 'Retro LCD', 'basic', 'Basic'),
        'gradient',
      )
      .radio(
        'valueMode',
        'Value',
        choices('color', 'Value color', 'text', 'Text color', 'hidden', 'Hidden'),
        'color',
      )
      .radio(
        'namePlacement',
        'Name',
        choices('auto', 'Auto', 'top', 'Top', 'left', 'Left', 'hidden', 'Hidden'),
        'auto',
        { when: (o) => o.orientation !== 'vertical' },
      )
      .switch('showUnfilled', 'Show unfilled area', true)
      .radio('sizing', 'Bar size', choices('auto', 'Auto', 'manual', 'Manual'), 'auto')
      .slider('minVizWidth', 'Min width', 8, {
        min: 0,
        max: 300,
        unit: 'px',
        when: (o) => o.sizing === 'manual',
      })
      .slider('minVizHeight', 'Min height', 16, {
        min: 0,
        max: 300,
        unit: 'px',
        when: (o) => o.sizing === 'manual',
      })
      .slider('maxVizHeight', 'Max height', 300, {
        min: 0,
        max: 300,
        unit: 'px',
        when: (o) => o.sizing === 'manual',
      }),
  );
}

export type BarGaugeOptions = OptionsOf<typeof options>;
