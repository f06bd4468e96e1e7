import { definePanel } from '@vedette/sdk';
import { options, type TracesOptions } from './options';
import { suggest } from './suggest';
import { TracesPanel } from './TracesPanel';

export default definePanel<TracesOptions>({
  api: 1,
  options,
  standard: { disable: 'all' },
  suggest,
  Panel: TracesPanel,
});
