import { definePanel, keepOptions, SINGLE_VALUE } from '@vedette/sdk';
import { BarGaugePanel } from './BarGaugePanel';
import { options, type BarGaugeOptions } from './options';
import { suggest } from './suggest';

export default definePanel<BarGaugeOptions>({
  api: 1,
  options,
  standard: { color: { byValue: true, preferThresholds: true } },
  suggest,
  onTypeChange: (from) => keepOptions(from, [...SINGLE_VALUE, 'sizing']),
  Panel: BarGaugePanel,
});
