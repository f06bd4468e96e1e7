import { definePanel } from '@vedette/sdk';
import { migrate, options, type TextOptions } from './options';
import { TextPanel } from './TextPanel';

export default definePanel<TextOptions>({
  api: 1,
  id: 'text',
  name: 'Text',
  description: 'Text in Markdown or HTML, or code.',
  needsData: false,
  options,
  migrate,
  Panel: TextPanel,
});
