import {
  choices,
  orientationChoices,
  reduceOptions,
  textSizeOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

const textModes = [
  { value: 'auto', label: 'Auto' },
  { value: 'value', label: 'Value' },
  { value: 'value_and_name', label: 'Value and name' },
  { value: 'name', label: 'Name' },
  { value: 'none', label: 'None' },
] as const;

const colorModes = [
  { value: 'none', label: 'None' },
  { value: 'value', label: 'Value' },
  { value: 'background', label: 'Background gradient' },
  { value: 'background_solid', label: 'Background solid' },
] as const;

const changeShown = (o: { reduceOptions: { values: boolean } }) => !o.reduceOptions.values;

export function options(builder: OptionBuilder) {
  return textSizeOptions(
    reduceOptions(builder)
      .group('Stat styles', { part: 'value' })
      .radio('orientation', 'Orientation', orientationChoices, 'auto')
      .select('textMode', 'Text', textModes, 'auto', { keywords: ['name'] })
      .switch('wideLayout', 'Wide layout', true, {
        help: 'Show the name next to the value if the tile is wide enough.',
        when: (o) => o.textMode === 'value_and_name',
      })
      .select('colorMode', 'Color', colorModes, 'value', {
        keywords: ['background'],
      })
      .radio(
        'graphMode',
        'Graph',
        choices('none', 'None', 'line', 'Line', 'area', 'Area'),
        'area',
        { part: 'series', keywords: ['sparkline'] },
      )
      .radio('justifyMode', 'Text alignment', choices('auto', 'Auto', 'center', 'Center'), 'auto')
      .switch('showPercentChange', 'Show percent change', false, {
        when: changeShown,
      })
      .select(
        'percentChangeColorMode',
        'Percent change color',
        choices('standard', 'Standard', 'inverted', 'Inverted', 'same_as_value', 'Same as value'),
        'standard',
        { when: (o) => changeShown(o) && o.showPercentChange },
      ),
  ).number('text.percentSize', 'Percent change', null, {
    min: 1,
    max: 200,
    unit: 'px',
    placeholder: 'Auto',
    part: 'value',
    when: (o) => changeShown(o) && o.showPercentChange,
  });
}

export type StatOptions = OptionsOf<typeof options>;
