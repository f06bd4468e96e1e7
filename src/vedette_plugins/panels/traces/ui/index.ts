import { definePanel } from '@vedette/sdk';
import { TracesPanel } from './TracesPanel';

export default definePanel({
  api: 1,
  id: 'traces',
  name: 'Traces',
  description: 'One trace: its spans in time, what they waited for and what they tell.',
  Panel: TracesPanel,
});
