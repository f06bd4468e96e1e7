import { definePanel } from '@vedette/sdk';
import { BarChartPanel } from './BarChartPanel';
import { fieldOptions, options } from './options';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  Panel: BarChartPanel,
});
