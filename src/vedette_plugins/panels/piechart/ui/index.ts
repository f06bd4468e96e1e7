import { definePanel } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { PieChartPanel } from './PieChartPanel';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  Panel: PieChartPanel,
});
