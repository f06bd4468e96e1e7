import { choices, type OptionBuilder, type OptionsOf } from '@vedette/sdk';

export function options(builder: OptionBuilder) {
  return builder
    .group('Logs')
    .switch('showTime', 'Time', false)
    .switch('showLabels', 'Labels of each line', false)
    .switch('showCommonLabels', 'Common labels', false)
    .switch('wrapLogMessage', 'Wrap lines', false)
    .switch('prettifyLogMessage', 'Lay out JSON', false)
    .switch('enableLogDetails', 'Details of a line', true)
    .radio(
      'dedupStrategy',
      'Deduplication',
      choices('none', 'None', 'exact', 'Exact', 'numbers', 'Numbers', 'signature', 'Signature'),
      'none',
      { help: 'Lines next to each other that are equal: entirely, but for numbers, or in their punctuation.' },
    )
    .radio('sortOrder', 'Order', choices('Descending', 'Newest first', 'Ascending', 'Oldest first'), 'Descending');
}

export type LogsOptions = OptionsOf<typeof options>;
