import type { OptionBuilder, OptionsOf } from '@vedette/sdk';

export function options(builder: OptionBuilder) {
  return builder.group('Trace', { part: 'area' }).text('focusedSpanId', 'Focused span', '', {
    help: 'ID of the span to open and scroll to. Supports variables.',
  });
}

export type TracesOptions = OptionsOf<typeof options>;
