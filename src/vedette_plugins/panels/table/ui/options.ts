import { choices, reducerChoices, type OptionBuilder, type OptionsOf } from '@vedette/sdk';

export interface SortBy {
  displayName: string;
  desc?: boolean;
}

export function options(builder: OptionBuilder) {
  return builder
    .group('Table')
    .switch('showHeader', 'Show header', true)
    .switch('showTypeIcons', 'Show type icons', false)
    .radio(
      'cellHeight',
      'Row height',
      choices('sm', 'Small', 'md', 'Medium', 'lg', 'Large', 'auto', 'Auto'),
      'sm',
    )
    .switch('footer.enablePagination', 'Pages', false)
    .number('frameIndex', 'Frame', 0, {
      min: 0,
      help: 'Result shown first if there are several.',
    })
    .custom<'sortBy', SortBy[]>('sortBy', 'Sort by', [], () => null, { when: () => false })
    .group('Footer')
    .switch('footer.show', 'Show footer', false)
    .multi('footer.reducer', 'Calculation', reducerChoices, ['sum'], { when: (o) => o.footer.show })
    .switch('footer.countRows', 'Count rows', false, { when: (o) => o.footer.show })
    .custom<'footer.fields', string | string[]>('footer.fields', 'Fields', '', () => null, {
      when: () => false,
    });
}

export type TableOptions = OptionsOf<typeof options>;

export function fieldOptions(builder: OptionBuilder) {
  return builder
    .group('Cells')
    .select(
      'cellOptions.type',
      'Cell',
      choices(
        ...([
          'auto',
          'Auto',
          'color-text',
          'Colored text',
          'color-background',
          'Colored background',
          'gauge',
          'Gauge',
        ] as const),
        ...([
          'sparkline',
          'Sparkline',
          'json-view',
          'JSON',
          'image',
          'Image',
          'data-links',
          'Data links',
        ] as const),
        ...(['pill', 'Pills', 'markdown', 'Text'] as const),
      ),
      'auto',
    )
    .radio(
      'align',
      'Alignment',
      choices('auto', 'Auto', 'left', 'Left', 'center', 'Center', 'right', 'Right'),
      'auto',
    )
    .number('width', 'Width', null, { min: 20, max: 2000, unit: 'px', placeholder: 'Auto' })
    .number('minWidth', 'Min width', null, {
      min: 20,
      max: 2000,
      unit: 'px',
      placeholder: 'Auto',
    })
    .switch('filterable', 'Column filter', false)
    .switch('inspect', 'Inspect values', false)
    .switch('hidden', 'Hide column', false)
    .switch('hideHeader', 'Hide header', false)
    .switch('wrapHeaderText', 'Wrap header', false);
}
