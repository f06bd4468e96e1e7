import type { OptionBuilder, OptionsOf } from '@vedette/sdk';

export function options(builder: OptionBuilder) {
  return builder.group('Trace').text('focusedSpanId', 'Span to begin with', '', {
    help: 'Id of a span that is opened and scrolled to; may be a variable.',
  });
}

export type TracesOptions = OptionsOf<typeof options>;
