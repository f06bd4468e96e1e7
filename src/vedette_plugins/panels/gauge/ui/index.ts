import { definePanel, keepOptions, SINGLE_VALUE } from '@vedette/sdk';
import { GaugePanel } from './GaugePanel';
import { fieldOptions, options, type GaugeOptions } from './options';
import { suggest } from './suggest';

export default definePanel<GaugeOptions>({
  api: 1,
  options,
  fieldOptions,
  standard: { color: { byValue: true, preferThresholds: true } },
  suggest,
  onTypeChange: (from) => keepOptions(from, [...SINGLE_VALUE, 'sizing']),
  Panel: GaugePanel,
});
