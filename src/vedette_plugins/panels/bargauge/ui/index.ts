import { definePanel } from '@vedette/sdk';
import { BarGaugePanel } from './BarGaugePanel';
import { options, type BarGaugeOptions } from './options';

export default definePanel<BarGaugeOptions>({
  api: 1,
  options,
  Panel: BarGaugePanel,
});
