import { definePanel } from '@vedette/sdk';
import { BarGaugePanel } from './BarGaugePanel';
import { options, type BarGaugeOptions } from './options';

export default definePanel<BarGaugeOptions>({
  api: 1,
  id: 'bargauge',
  name: 'Bar gauge',
  description: 'Values as bars between a minimum and a maximum.',
  options,
  Panel: BarGaugePanel,
});
