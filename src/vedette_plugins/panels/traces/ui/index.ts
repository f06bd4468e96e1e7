import { definePanel } from '@vedette/sdk';
import { options, type TracesOptions } from './options';
import { TracesPanel } from './TracesPanel';

export default definePanel<TracesOptions>({
  api: 1,
  id: 'traces',
  name: 'Traces',
  description: 'Spans of one trace, with their start, duration and attributes.',
  options,
  Panel: TracesPanel,
});
