import { definePanel } from '@vedette/sdk';
import { StateTimelinePanel } from './StateTimelinePanel';
import { fieldOptions, options } from './options';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  Panel: StateTimelinePanel,
});
