import {
  choices,
  fillOptions,
  gapOptions,
  hideFromOptions,
  legendLayoutOptions,
  timeZoneOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

const rows = (builder: OptionBuilder) =>
  builder
    .group('State timeline', { part: 'series' })
    .switch('mergeValues', 'Merge equal consecutive values', true)
    .radio(
      'showValue',
      'Show values',
      choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
      'auto',
      { part: 'value' },
    )
    .radio(
      'alignValue',
      'Align values',
      choices('left', 'Left', 'center', 'Center', 'right', 'Right'),
      'left',
      { part: 'value' },
    )
    .slider('rowHeight', 'Row height', 0.9, { min: 0, max: 1, step: 0.01 })
    .number('perPage', 'Rows per page', null, { min: 1, placeholder: 'All' });

export const options = (builder: OptionBuilder) =>
  timeZoneOptions(
    tooltipOptions(legendLayoutOptions(rows(builder))).group('Axis', {
      part: 'axis',
    }),
  );

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) =>
  hideFromOptions(
    gapOptions(
      fillOptions(builder.group('State timeline', { part: 'series' }), {
        lineWidth: 0,
        fillOpacity: 70,
      }),
    ),
  );
