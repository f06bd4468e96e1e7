import { choices, type OptionBuilder, type OptionsOf, type StoredPanel } from '@vedette/sdk';

export function options(builder: OptionBuilder) {
  return builder
    .group('Text')
    .radio(
      'mode',
      'Mode',
      choices('markdown', 'Markdown', 'html', 'HTML', 'code', 'Code'),
      'markdown',
    )
    .code('content', 'Content', '', { language: 'markdown' })
    .text('code.language', 'Language', 'plaintext', { when: (o) => o.mode === 'code' })
    .switch('code.showLineNumbers', 'Line numbers', false, { when: (o) => o.mode === 'code' })
    .switch('code.showMiniMap', 'Mini map', false, { when: () => false });
}

export type TextOptions = OptionsOf<typeof options>;

/**
 * Panels of before 7.0 kept `content` and `mode` beside `options`; their plain-text mode became
 * Markdown.
 */
export function migrate(panel: StoredPanel): StoredPanel {
  const stored = panel.options as Partial<TextOptions> | undefined;
  if (stored?.content !== undefined || typeof panel.content !== 'string') return panel;
  const mode = panel.mode === 'html' ? 'html' : 'markdown';
  return { ...panel, options: { ...stored, mode, content: panel.content } };
}
