import { definePanel, keepOptions, SINGLE_VALUE } from '@vedette/sdk';
import { options, type StatOptions } from './options';
import { StatPanel } from './StatPanel';
import { suggest } from './suggest';

export default definePanel<StatOptions>({
  api: 1,
  options,
  standard: { color: { byValue: true, preferThresholds: true } },
  suggest,
  onTypeChange: (from) => keepOptions(from, SINGLE_VALUE),
  Panel: StatPanel,
});
