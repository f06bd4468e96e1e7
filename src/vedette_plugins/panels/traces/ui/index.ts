import { definePanel } from '@vedette/sdk';
import { options, type TracesOptions } from './options';
import { TracesPanel } from './TracesPanel';

export default definePanel<TracesOptions>({
  api: 1,
  id: 'traces',
  name: 'Traces',
  description: 'One trace: its spans in time, what they waited for and what they tell.',
  options,
  Panel: TracesPanel,
});
