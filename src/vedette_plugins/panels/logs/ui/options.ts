import { choices, type OptionBuilder, type OptionsOf } from '@vedette/sdk';
import { FieldNames } from './FieldNames';

export function options(builder: OptionBuilder) {
  return builder
    .group('Logs')
    .switch('showControls', 'Search, levels and view', false, {
      help: 'A bar above the lines; press / for it where it is off.',
    })
    .switch('showTime', 'Time', false)
    .select(
      'timeFormat',
      'Form of the time',
      choices('clock', 'Time of day', 'full', 'Date and time', 'nanos', 'To the nanosecond'),
      'clock',
      { when: ({ showTime }) => showTime === true },
    )
    .switch('showLabels', 'Labels of each line', false)
    .switch('showCommonLabels', 'Common labels', false)
    .switch('wrapLogMessage', 'Wrap lines', false)
    .switch('prettifyLogMessage', 'Lay out JSON', false)
    .switch('enableLogDetails', 'Details of a line', true)
    .custom('displayedFields', 'Fields in place of the line', NO_FIELDS, FieldNames, {
      help: 'Names of labels or fields, apart by commas.',
    })
    .radio(
      'dedupStrategy',
      'Deduplication',
      choices('none', 'None', 'exact', 'Exact', 'numbers', 'Numbers', 'signature', 'Signature'),
      'none',
      {
        help: 'Lines next to each other that are equal: entirely, but for numbers, or in their punctuation.',
      },
    )
    .radio(
      'sortOrder',
      'Order',
      choices('Descending', 'Newest first', 'Ascending', 'Oldest first'),
      'Descending',
    );
}

const NO_FIELDS: readonly string[] = [];

export type LogsOptions = OptionsOf<typeof options>;
