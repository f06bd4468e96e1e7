import {
  choices,
  hideFromOptions,
  legendOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';

export const options = (builder: OptionBuilder) =>
  tooltipOptions(
    legendOptions(
      builder
        .group('State timeline')
        .switch('mergeValues', 'Merge equal consecutive values', true)
        .radio(
          'showValue',
          'Show values',
          choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
          'auto',
        )
        .radio(
          'alignValue',
          'Align values',
          choices('left', 'Left', 'center', 'Center', 'right', 'Right'),
          'left',
        )
        .slider('rowHeight', 'Row height', 0.9, { min: 0.1, max: 1, step: 0.01 })
        .number('perPage', 'Rows per page', null, { min: 1, placeholder: 'All' })
        .multi('timezone', 'Time zone', [
          { value: 'browser', label: 'Browser' },
          { value: 'utc', label: 'UTC' },
        ]),
    ),
  );

export type Options = OptionsOf<typeof options>;

export const fieldOptions = (builder: OptionBuilder) =>
  hideFromOptions(
    builder
      .group('State timeline')
      .slider('lineWidth', 'Line width', 0, { min: 0, max: 10, step: 1 })
      .slider('fillOpacity', 'Fill opacity', 70, { min: 0, max: 100, step: 1, unit: '%' })
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
      ),
  );
