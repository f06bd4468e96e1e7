import { definePanel } from '@vedette/sdk';
import { StateTimelinePanel } from './StateTimelinePanel';
import { fieldOptions, options } from './options';

export default definePanel({
  api: 1,
  id: 'state-timeline',
  name: 'State timeline',
  description: 'Which state each series was in, and for how long.',
  options,
  fieldOptions,
  Panel: StateTimelinePanel,
});
