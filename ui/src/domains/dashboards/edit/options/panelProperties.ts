/** What every panel has, whatever its type. */
import { OptionBuilder, type OptionDefinition } from '../../../../sdk/options';

const PER_ROW = [2, 3, 4, 6, 8, 12].map((value) => ({ value, label: String(value) }));

/** `variables` are the names that a panel can be repeated for. */
export function panelProperties(variables: readonly string[]): readonly OptionDefinition[] {
  const repeats = [
    { value: '', label: 'Do not repeat' },
    ...variables.map((name) => ({ value: name, label: name })),
  ];
  return new OptionBuilder()
    .group('Panel', { part: 'title' })
    .text('title', 'Title', '', { placeholder: 'Title of the panel' })
    .text('description', 'Description', '', {
      multiline: true,
      help: 'Markdown. Shown when the info icon of the panel is focused or hovered.',
    })
    .switch('transparent', 'Transparent background')
    .links('links', 'Panel links')
    .group('Repeat')
    .select('repeat', 'Repeat by variable', repeats, '', {
      help: 'Shows one copy of the panel for each selected value.',
    })
    .radio(
      'repeatDirection',
      'Direction',
      [
        { value: 'h', label: 'Horizontal' },
        { value: 'v', label: 'Vertical' },
      ],
      'h',
      { when: ({ repeat }) => Boolean(repeat) },
    )
    .select('maxPerRow', 'Max per row', PER_ROW, 4, {
      when: ({ repeat, repeatDirection }) => Boolean(repeat) && repeatDirection !== 'v',
    }).definitions;
}
