import { definePanel } from '@vedette/sdk';
import { migrate, options, type TextOptions } from './options';
import { TextPanel } from './TextPanel';

export default definePanel<TextOptions>({
  api: 1,
  needsData: false,
  options,
  standard: { disable: 'all' },
  migrate,
  Panel: TextPanel,
});
