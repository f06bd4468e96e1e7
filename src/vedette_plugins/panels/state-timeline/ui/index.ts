import { definePanel } from '@vedette/sdk';
import { StateTimelinePanel } from './StateTimelinePanel';
import { fieldOptions, options } from './options';

export default definePanel({
  api: 1,
  id: 'state-timeline',
  name: 'State timeline',
  description: 'State of each series over time.',
  options,
  fieldOptions,
  Panel: StateTimelinePanel,
});
