import { definePanel } from '@vedette/sdk';
import { options, type TracesOptions } from './options';
import { TracesPanel } from './TracesPanel';

export default definePanel<TracesOptions>({
  api: 1,
  options,
  Panel: TracesPanel,
});
