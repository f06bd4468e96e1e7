import {
  choices,
  orientationChoices,
  reduceOptions,
  textSizeOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

type Sized = { sizing: string; orientation: string };
const sizesColumns = (o: Sized) => o.sizing === 'manual' && o.orientation !== 'horizontal';
const sizesRows = (o: Sized) => o.sizing === 'manual' && o.orientation !== 'vertical';

export function options(builder: OptionBuilder) {
  return textSizeOptions(
    reduceOptions(builder)
      .group('Bar gauge', { part: 'series' })
      .radio('orientation', 'Orientation', orientationChoices, 'auto')
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
        { part: 'value' },
      )
      .radio(
        'namePlacement',
        'Name',
        choices('auto', 'Auto', 'top', 'Top', 'left', 'Left', 'hidden', 'Hidden'),
        'auto',
        { part: 'name', when: (o) => o.orientation !== 'vertical' },
      )
      .switch('showUnfilled', 'Show unfilled area', true, {
        when: (o) => o.displayMode !== 'lcd',
      })
      .radio('sizing', 'Bar size', choices('auto', 'Auto', 'manual', 'Manual'), 'auto')
      .slider('minVizWidth', 'Min width', 8, {
        min: 0,
        max: 300,
        unit: 'px',
        when: sizesColumns,
      })
      .slider('minVizHeight', 'Min height', 16, {
        min: 0,
        max: 300,
        unit: 'px',
        when: sizesRows,
      })
      .slider('maxVizHeight', 'Max height', 300, {
        min: 0,
        max: 300,
        unit: 'px',
        when: sizesRows,
      }),
  );
}

export type BarGaugeOptions = OptionsOf<typeof options>;
