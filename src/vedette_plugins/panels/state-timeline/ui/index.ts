import { definePanel, keepOptions, LEGEND_LAYOUT, TOOLTIP } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { StateTimelinePanel } from './StateTimelinePanel';
import { suggest } from './suggest';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  standard: {
    color: { byValue: true, preferThresholds: true },
    defaults: { color: { mode: 'palette-classic' } },
  },
  suggest,
  onTypeChange: (from) =>
    keepOptions(
      from,
      [...LEGEND_LAYOUT, ...TOOLTIP, 'timezone'],
      ['spanNulls', 'insertNulls', 'hideFrom'],
    ),
  Panel: StateTimelinePanel,
});
