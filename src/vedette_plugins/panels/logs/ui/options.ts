import { choices, type OptionBuilder, type OptionsOf } from '@vedette/sdk';
import { lazy } from 'react';

const FieldNames = lazy(() =>
  import('./edit/FieldNames').then((module) => ({ default: module.FieldNames })),
);

export function options(builder: OptionBuilder) {
  return builder
    .group('Logs', { part: 'area' })
    .switch('showControls', 'Show toolbar', false, {
      help: 'Toolbar with search, levels and view options. Press / to open it if it is off.',
    })
    .switch('showTime', 'Time', false)
    .select(
      'timeFormat',
      'Time format',
      choices('clock', 'Time of day', 'full', 'Date and time', 'nanos', 'Nanosecond timestamps'),
      'clock',
      { when: ({ showTime }) => showTime === true },
    )
    .switch('showLabels', 'Labels of each line', false, {
      keywords: ['unique labels'],
    })
    .switch('showCommonLabels', 'Common labels', false)
    .switch('wrapLogMessage', 'Wrap lines', false)
    .switch('prettifyLogMessage', 'Prettify JSON', false)
    .switch('enableLogDetails', 'Enable log details', true)
    .custom<'displayedFields', readonly string[]>(
      'displayedFields',
      'Displayed fields',
      NO_FIELDS,
      FieldNames,
      {
        help: 'Comma-separated label or field names shown instead of the line.',
      },
    )
    .radio(
      'dedupStrategy',
      'Deduplication',
      choices('none', 'None', 'exact', 'Exact', 'numbers', 'Numbers', 'signature', 'Signature'),
      'none',
      {
        help: 'Hide consecutive duplicate lines: exact matches, matches that ignore numbers, or lines with the same punctuation.',
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
