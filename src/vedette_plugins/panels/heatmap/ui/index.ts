import { definePanel, type StandardOption } from '@vedette/sdk';
import { HeatmapPanel } from './HeatmapPanel';
import { fieldOptions, migrate, options } from './options';
import { suggest } from './suggest';
import { onTypeChange } from './typeChange';

/** The options of the panel decide these for all cells. */
const NO_EFFECT: readonly StandardOption[] = [
  ...(['unit', 'min', 'max', 'fieldMinMax', 'decimals', 'displayName'] as const),
  ...(['color', 'noValue', 'mappings', 'thresholds', 'filterable'] as const),
];

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  standard: { disable: NO_EFFECT },
  migrate,
  suggest,
  onTypeChange,
  Panel: HeatmapPanel,
});
