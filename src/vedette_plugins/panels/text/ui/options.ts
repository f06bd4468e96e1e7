import { choices, type OptionBuilder, type OptionsOf, type StoredPanel } from '@vedette/sdk';

const LANGUAGES = choices(
  ...(['go', 'Go', 'html', 'HTML', 'json', 'JSON', 'markdown', 'Markdown'] as const),
  ...(['plaintext', 'Plain text', 'sql', 'SQL', 'typescript', 'TypeScript'] as const),
  ...(['xml', 'XML', 'yaml', 'YAML'] as const),
);

export function options(builder: OptionBuilder) {
  return builder
    .group('Text', { part: 'area' })
    .radio(
      'mode',
      'Mode',
      choices('markdown', 'Markdown', 'html', 'HTML', 'code', 'Code'),
      'markdown',
    )
    .select('code.language', 'Language', LANGUAGES, 'plaintext', {
      when: (o) => o.mode === 'code',
    })
    .switch('code.showLineNumbers', 'Line numbers', false, {
      when: (o) => o.mode === 'code',
    })
    .switch('code.showMiniMap', 'Mini map', false, { internal: true })
    .code('content', 'Content', '', { language: 'markdown', wide: true });
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
