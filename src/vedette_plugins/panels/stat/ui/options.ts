import {
  choices,
  reduceOptions,
  textSizeOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

export function options(builder: OptionBuilder) {
  return textSizeOptions(reduceOptions(builder))
    .number('text.percentSize', 'Percent change', null, { min: 1, unit: 'px', placeholder: 'Auto' })
    .group('Display')
    .radio(
      'orientation',
      'Orientation',
      choices('auto', 'Auto', 'horizontal', 'Horizontal', 'vertical', 'Vertical'),
      'auto',
    )
    .select(
      'textMode',
      'Text',
      choices(
        'auto',
        'Auto',
        'value',
        'Value',
        'value_and_name',
        'Value and name',
        'name',
        'Name',
        'none',
        'None',
      ),
      'auto',
    )
    .switch('wideLayout', 'Wide layout', true, {
      help: 'Show the name next to the value if the tile is wide enough.',
    })
    .select(
      'colorMode',
      'Color',
      choices(
        'none',
        'None',
        'value',
        'Value',
        'background',
        'Background gradient',
        'background_solid',
        'Background solid',
      ),
      'value',
    )
    .radio('graphMode', 'Graph', choices('none', 'None', 'line', 'Line', 'area', 'Area'), 'area')
    .radio('justifyMode', 'Text alignment', choices('auto', 'Auto', 'center', 'Center'), 'auto')
    .switch('showPercentChange', 'Show percent change', false)
    .select(
      'percentChangeColorMode',
      'Percent change color',
      choices('standard', 'Standard', 'inverted', 'Inverted', 'same_as_value', 'Same as value'),
      'standard',
      { when: (o) => o.showPercentChange },
    );
}

export type StatOptions = OptionsOf<typeof options>;
